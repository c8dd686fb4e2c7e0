import { and, gt, inArray, isNull } from 'drizzle-orm';
import { channelOf, feedOf, mayHear, parseChannel } from '#contract/events.ts';
import { isoFromInstant } from '#domain/time.ts';
import { memberships, sessions } from '#server/db/schema/accounts.ts';
import { storeFeeds } from '#server/db/schema/sync.ts';
import type { Deps } from '#server/deps.ts';
import { startPass } from '#server/passes.ts';
import { listen } from './listener.ts';

/** Interval of `head` messages, by which a client notices a lost last event (docs/offline-engine.md). */
const headEveryMs = 30_000;
/**
 * Interval of the rights check: a lost session or membership ends its subscriptions within 5 s (docs/threats.md T12).
 */
const rightsEveryMs = 4_000;

/** Starts the work beside requests: forwards other processes' announcements, sends heads, ends subscriptions. */
export async function startBroadcasting(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, publish } = deps;
  let sends = publish.everyProcessSends;
  const send: typeof publish.send = (...event) => {
    if (sends) publish.send(...event);
  };
  const heads = { what: 'sending heads', everyMs: headEveryMs };
  const tellHeads = (): Promise<void> => (sends ? sendHeads(deps) : Promise.resolve());
  const listener = listen(
    db.url,
    {
      isHeard: (channel) => sends && publish.isHeard(channel),
      onChange: send,
      onRelayed: ({ channel, name, data, socket_id }) => send(channel, name, data, socket_id),
      onGap: () => void tellHeads().catch((error: unknown) => log.error(`${heads.what} failed`, error)),
    },
    { clock, log },
  );
  await listener.ready;
  const elect = async (): Promise<void> => {
    sends = publish.everyProcessSends || (await listener.leads());
  };
  await elect();
  const passes = [
    startPass(deps, { what: 'choosing who sends', everyMs: rightsEveryMs }, elect),
    startPass(deps, heads, tellHeads),
    startPass(deps, { what: 'checking subscriptions', everyMs: rightsEveryMs }, () => endLostSubscriptions(deps)),
  ];
  return {
    async stop() {
      await Promise.all(passes.map((end) => end()));
      await listener.stop();
    },
  };
}

async function sendHeads({ db, clock, publish }: Deps): Promise<void> {
  const wanted = (await publish.occupied()).flatMap((name) => parseChannel(name) ?? []);
  if (wanted.length === 0) return;
  const feeds = await db.direct
    .select()
    .from(storeFeeds)
    .where(inArray(storeFeeds.store_id, [...new Set(wanted.map((w) => w.storeId))]));
  const at = isoFromInstant(clock.now());
  for (const { storeId, audience: listener } of wanted) {
    const feed = feeds.find((f) => f.store_id === storeId && f.audience === feedOf(listener));
    if (feed) publish.send(channelOf(storeId, listener), 'head', JSON.stringify({ store_seq: feed.head, at }));
  }
}

/** Ends the subscriptions of dead sessions, and of memberships that ended or are no longer admin. */
async function endLostSubscriptions({ db, clock, publish }: Deps): Promise<void> {
  const open = publish.owners();
  if (open.length === 0) return;
  const living = await db.direct
    .select({ id: sessions.id, userId: sessions.user_id })
    .from(sessions)
    .where(
      and(
        inArray(sessions.id, [...new Set(open.map((o) => o.owner.session_id))]),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, clock.now()),
      ),
    );
  const userOf = new Map(living.map((s) => [s.id, s.userId]));
  const members = await db.direct
    .select({ userId: memberships.user_id, storeId: memberships.store_id, role: memberships.role })
    .from(memberships)
    .where(inArray(memberships.user_id, [0, ...userOf.values()]));
  const roleOf = new Map(members.map((m) => [`${m.userId}:${m.storeId}`, m.role]));
  for (const subscription of open) {
    const userId = userOf.get(subscription.owner.session_id);
    if (userId === undefined) {
      subscription.endAll();
      continue;
    }
    for (const name of subscription.channels) {
      const channel = parseChannel(name);
      if (!channel) continue;
      const role = roleOf.get(`${userId}:${channel.storeId}`);
      if (!role || !mayHear(channel.audience, role)) subscription.end(name);
    }
  }
}
