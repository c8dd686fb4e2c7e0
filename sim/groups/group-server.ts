import type { FeedAnswer, FeedChange } from '#sync/feed.ts';
import type { PendingCall, ServerAnswer, ShopCall } from '#server/testing/memory-shop.ts';
import type { World } from '#sim/world.ts';
import type { SimGroup, Round } from './group-commands.ts';
import { simGroupSnapshot, roundSnapshot } from './group-commands.ts';

export interface GroupApplied {
  readonly cmdId: string;
  readonly kind: 'open' | 'state' | 'round';
  readonly id: string;
  /** The status just before; null for a creation. */
  readonly from: string | null;
  readonly to: string | null;
  readonly at: number;
}

const folder = '/groups';

export const isGroupPath = (path: string): boolean => path.startsWith(folder);

/** The server of the groups, with the shop's guarantees: stored decisions, compare-and-set, a gap-free feed. */
export class GroupServer {
  readonly applied: GroupApplied[] = [];
  readonly groups = new Map<string, SimGroup>();
  readonly rounds = new Map<string, Round>();
  #world: World;
  #decided = new Map<string, ServerAnswer>();
  #results = new Map<string, { readonly id: string; readonly rev: number }>();
  #feed: FeedChange[] = [];
  #listeners: ((change: FeedChange) => void)[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  get head(): number {
    return this.#feed.length;
  }

  statusOf(cmdId: string): number | null {
    return this.#decided.get(cmdId)?.status ?? null;
  }

  onEvent(listener: (change: FeedChange) => void): void {
    this.#listeners.push(listener);
  }

  begin(call: ShopCall): PendingCall {
    return { abandon: () => {}, commit: () => Promise.resolve(this.#answer(call)) };
  }

  #answer({ method, path, headers, body }: ShopCall): ServerAnswer {
    const [, group = '', rounds] = path.slice(folder.length).split('?')[0]?.split('/') ?? [];
    if (method === 'GET') return reply(200, this.#changes(path));
    const cmdId = headers['idempotency-key'] ?? '';
    const known = this.#decided.get(cmdId);
    if (known) return known;
    const decided =
      headers['x-settle-only'] === '1'
        ? refused(409, 'expired')
        : this.#decide(cmdId, { group, isRound: rounds === 'rounds', headers, body: Object(body) });
    this.#decided.set(cmdId, decided);
    return decided;
  }

  #decide(
    cmdId: string,
    {
      group: id,
      isRound,
      headers,
      body,
    }: { group: string; isRound: boolean; headers: ShopCall['headers']; body: Json },
  ): ServerAnswer {
    if (id === '') {
      if (this.groups.has(body.id)) return refused(409, 'exists');
      if ([...this.groups.values()].some((g) => g.table === body.table && g.status === 'OPEN'))
        return refused(409, 'group_open');
      return this.#put(cmdId, 'open', null, { id: body.id, table: body.table, status: 'OPEN', rev: 1, ver: 1 });
    }
    const group = this.groups.get(id);
    if (!group) return refused(404, 'not_found');
    if (isRound) {
      if (this.rounds.has(body.id)) return refused(409, 'exists');
      const round: Round = { id: body.id, group: id, ver: 1 };
      this.rounds.set(round.id, round);
      this.#note({ cmdId, kind: 'round', id: round.id, from: null, to: null, at: this.#world.now });
      this.#tell({ snapshot: roundSnapshot(round) });
      return reply(201, { round });
    }
    const rev = headers['if-match'];
    const after = this.#results.get(headers['x-after'] ?? '');
    const fits = rev === undefined ? after?.id === id && after.rev === group.rev : rev === `"${group.rev}"`;
    if (!fits) return refused(409, 'conflict', group);
    if (group.status === body.to) return refused(409, 'invalid_transition', group);
    return this.#put(cmdId, 'state', group.status, {
      ...group,
      status: body.to,
      rev: group.rev + 1,
      ver: group.ver + 1,
    });
  }

  #put(cmdId: string, kind: 'open' | 'state', from: string | null, group: SimGroup): ServerAnswer {
    this.groups.set(group.id, group);
    this.#results.set(cmdId, { id: group.id, rev: group.rev });
    this.#note({ cmdId, kind, id: group.id, from, to: group.status, at: this.#world.now });
    this.#tell({ snapshot: simGroupSnapshot(group) });
    return reply(kind === 'open' ? 201 : 200, { group });
  }

  #note(applied: GroupApplied): void {
    this.applied.push(applied);
  }

  #tell({ snapshot }: Pick<FeedChange, 'snapshot'>): void {
    const change = changeOf(this.#feed.length + 1, snapshot);
    this.#feed.push(change);
    for (const listener of this.#listeners) listener(change);
  }

  #changes(path: string): FeedAnswer {
    const since = new URLSearchParams(path.split('?')[1]).get('since');
    if (since !== null) return { head: this.head, epoch: 0, reset: false, changes: this.#feed.slice(Number(since)) };
    const all = [...[...this.groups.values()].map(simGroupSnapshot), ...[...this.rounds.values()].map(roundSnapshot)];
    return { head: this.head, epoch: 0, reset: true, changes: all.map((snapshot) => changeOf(this.head, snapshot)) };
  }
}

/** Parsed JSON; the caller knows its type. */
type Json = ReturnType<typeof JSON.parse>;

const changeOf = (seq: number, snapshot: FeedChange['snapshot']): FeedChange => ({
  seq,
  name: 'group-changed',
  id: null,
  snapshot,
  removed: null,
  incomplete: false,
  payload: null,
});

const reply = (status: number, body: unknown): ServerAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

const refused = (status: number, code: string, current?: SimGroup): ServerAnswer =>
  reply(status, { code, message: code, ...(current ? { current } : {}) });
