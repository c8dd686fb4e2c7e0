import { currentUser } from '#data/session/session.ts';
import { databasesOf, dropDatabase, unfinishedIn } from './store-databases.ts';
import { noteUnsent } from './unsent-cookie.ts';

/** Unfinished work of the person in stores that are no longer in their list. */
export interface LostWork {
  readonly databases: readonly { readonly storeId: number; readonly database: string }[];
  /** Commands that were not sent, or that wait on the rejected list. */
  readonly count: number;
}

/** Finds that work. `own`: ids of the person's stores, as the server lists them. */
export async function findLostWork(own: readonly number[]): Promise<LostWork> {
  const user = currentUser();
  const lost = user ? [...(await databasesOf(user.id))].filter(([storeId]) => !own.includes(storeId)) : [];
  const work = await Promise.all(
    lost.map(async ([storeId, database]) => ({ storeId, database, work: await unfinishedIn(database) })),
  );
  const left = work.flatMap((w) => (w.work && w.work.unsent + w.work.rejected > 0 ? [{ ...w, work: w.work }] : []));
  return {
    databases: left.map(({ storeId, database }) => ({ storeId, database })),
    count: left.reduce((sum, { work: { unsent, rejected } }) => sum + unsent + rejected, 0),
  };
}

/** Deletes that work from the device, after the person agreed. */
export async function discardLostWork({ databases }: LostWork): Promise<void> {
  const user = currentUser();
  for (const { storeId, database } of databases) {
    if (user) noteUnsent(user.id, storeId, 0);
    await dropDatabase(database);
  }
}
