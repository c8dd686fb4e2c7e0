import { currentUser } from '#data/session/session.ts';
import { databasesOf, dropDatabase, unfinishedIn } from './store-databases.ts';
import { noteUnsent } from './unsent-cookie.ts';

/** Stores on this device that are not in the person's list, and hold work of theirs that has not ended. */
export interface LostWork {
  readonly databases: readonly { readonly storeId: number; readonly database: string }[];
  /** Actions that were not sent, or that wait for a look. */
  readonly count: number;
}

/** `own`: ids of the stores that are theirs, as the server lists them. */
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

/** The person gives it up: it leaves the device for good. */
export async function discardLostWork({ databases }: LostWork): Promise<void> {
  const user = currentUser();
  for (const { storeId, database } of databases) {
    if (user) noteUnsent(user.id, storeId, 0);
    await dropDatabase(database);
  }
}
