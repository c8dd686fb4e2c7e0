import { inArray } from 'drizzle-orm';
import { accessTokens, invitations, memberships, sessions } from '#server/db/schema/accounts.ts';
import type { TestServer } from './test-server.ts';

/**
 * Remembers who works where, who is invited and who is signed in. The returned function restores it, after calls that
 * sign somebody out, leave a store or accept an invitation.
 */
export async function rememberPeople({ db: { direct } }: Pick<TestServer, 'db'>): Promise<() => Promise<void>> {
  const members = await direct.select().from(memberships);
  const living = (await direct.select().from(sessions)).filter((s) => s.revoked_at === null).map((s) => s.id);
  const tokens = await direct.select().from(accessTokens);
  return async () => {
    await direct.delete(memberships);
    await direct.insert(memberships).values(members);
    await direct.update(invitations).set({ answer: null });
    await direct.update(sessions).set({ revoked_at: null }).where(inArray(sessions.id, living));
    await direct.insert(accessTokens).values(tokens).onConflictDoNothing();
  };
}
