import type { FeedAnswer, FeedChange } from '#sync/feed.ts';
import { EventFeed } from '#sync/feed.ts';
import { buildThing } from './builders-sync.ts';
import { flush, startedWorld } from './engine-world.ts';

export const thingChange = (seq: number, status: string, ver: number, id = 'a'): FeedChange => ({
  seq,
  name: 'thing-updated',
  id,
  snapshot: buildThing(status, ver, id),
  removed: null,
  incomplete: false,
  payload: null,
});

/** The whole state up to `head`. */
export const whole = (head: number, ...changes: FeedChange[]): FeedAnswer => ({ head, epoch: 0, reset: true, changes });
interface Asked {
  readonly since: number | null;
  answer(answer: FeedAnswer | null): Promise<void>;
}

/** A feed whose reads the test answers; null = no network. The server's last state of `a` is PENDING. */
export async function listening(entityTypes: readonly string[] = ['thing']) {
  const w = await startedWorld();
  const asked: Asked[] = [];
  const seen: number[] = [];
  let fresh = 0;
  const feed = new EventFeed({
    name: 'admin',
    entityTypes,
    engine: w.engine,
    fetch: (since) =>
      new Promise((resolve, reject) => {
        asked.push({
          since,
          answer: async (answer) => {
            if (answer) resolve(answer);
            else reject(new Error('no network'));
            await flush();
          },
        });
      }),
    onChange: (c) => seen.push(c.seq),
    onFresh: () => (fresh += 1),
  });
  const questions = () => asked.map((a) => a.since);
  return { ...w, feed, asked, questions, seen, fresh: () => fresh };
}

/** A feed that has read everything up to 3. */
export async function caughtUp() {
  const f = await listening();
  const reading = f.feed.catchUp();
  await f.asked[0]?.answer(whole(3, thingChange(3, 'PENDING', 1)));
  await reading;
  f.seen.length = 0;
  return f;
}
