import type { Database } from '#server/db/database.ts';

/** Every store as it was before the first setup of its register. */
export const forgetRegistersSql = 'truncate money_entries; delete from cashboxes; delete from cashbox_settings';

export async function forgetRegisters({ direct }: Pick<Database, 'direct'>): Promise<void> {
  await direct.execute(forgetRegistersSql);
}
