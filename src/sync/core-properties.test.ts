import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildEntry, unanswered, refusedOutcome, serverFault } from '#testing/builders-sync.ts';
import type { CoreState, Input } from './core-state.ts';
import { maxInFlight, step } from './core.ts';
import { initialState } from './core-state.ts';
import type { Entry, SendOutcome, RejectedCommand } from './entry.ts';

type End = 'acked' | 'rejected' | 'dropped' | 'elsewhere';

/** A sender, its disk, and the end of every command. Checks the invariants after each move. */
class History {
  state: CoreState = initialState;
  #disk = new Map<number, Entry>();
  #all: Entry[] = [];
  #ended = new Map<string, End>();
  /** First tries, in order. */
  #left: string[] = [];
  #generation = 0;
  /** Commands whose expiry the disk is deciding: they only count as in flight. */
  #expiring = new Set<string>();

  play(input: Input): void {
    const { state, effects } = step(this.state, input);
    this.state = state;
    for (const effect of effects) {
      if (effect.kind === 'send') this.#sent(effect.entry);
      if (effect.kind === 'save')
        for (const e of effect.entries) if (this.#disk.has(e.seq)) this.#disk.set(e.seq, { ...e, state: 'queued' });
      if (effect.kind === 'ack') this.#end(effect.entry, 'acked');
      if (effect.kind === 'reject') {
        for (const { entry } of effect.items) this.#end(entry, 'rejected');
        for (const entry of effect.dropped) this.#end(entry, 'dropped');
      }
      if (effect.kind === 'expire') this.#expire(effect.items);
    }
    this.#check();
  }

  /** Like the engine: all of them go to the rejected list, or the disk is read again. */
  #expire(items: readonly RejectedCommand[]): void {
    for (const { entry } of items) this.#expiring.add(entry.cmdId);
    const agreed = items.every(({ entry }) => this.#disk.has(entry.seq));
    if (!agreed) this.reload();
    else for (const { entry } of items) this.#end(entry, 'rejected');
    this.#expiring.clear();
    this.play({ kind: 'expired', items, agreed });
  }

  enqueue(lane: number, own: boolean, more: Partial<Entry>): void {
    const seq = this.#all.length + 1;
    const name = `thing:${lane}`;
    const last = [...this.#disk.values()].findLast((e) => e.lane === name);
    const base = last && seq % 3 > 0 ? { after: last.cmdId } : { rev: seq };
    const entry = buildEntry(seq, name, { enqueuedAt: this.state.now, base, ...more });
    this.#all.push(entry);
    this.#disk.set(seq, entry);
    if (own) this.play({ kind: 'enqueued', put: [entry], entries: [...this.state.entries, entry] });
    else this.reload();
  }

  reload(): void {
    this.play({ kind: 'disk', entries: [...this.#disk.values()] });
  }

  /** Discards on disk, as this tab or another one does at the person's request. */
  discard(pick: number): void {
    const entry = [...this.#disk.values()][pick % Math.max(1, this.#disk.size)];
    if (!entry) return;
    if (this.state.entries.some((e) => e.cmdId === entry.cmdId && e.attempts > 0))
      this.#disk.set(entry.seq, { ...entry, settling: 'discarded', held: null });
    else this.#end(entry, 'dropped');
    this.reload();
  }

  settleElsewhere(pick: number): void {
    const entry = [...this.#disk.values()][pick % Math.max(1, this.#disk.size)];
    if (entry) this.#end(entry, 'elsewhere');
    this.reload();
  }

  answer(pick: number, outcome: (generation: number) => SendOutcome): void {
    const flying = this.state.entries.filter((e) => e.state === 'sending');
    const target = flying[pick % Math.max(1, flying.length)];
    if (!target) return;
    this.play({ kind: 'answer', cmdId: target.cmdId, outcome: outcome(this.#generation), jitter: (pick % 10) / 10 });
  }

  token(): void {
    this.#generation += 1;
    this.play({ kind: 'token', generation: this.#generation });
  }

  /** A page load: commands that were in flight are known from the disk only. */
  restart(): void {
    this.state = { ...initialState, now: this.state.now };
    this.reload();
    this.play({ kind: 'leader', leads: true });
  }

  get unfinished(): number {
    return this.#all.length - this.#ended.size;
  }

  #sent(entry: Entry): void {
    expect(this.#ended.has(entry.cmdId), `${entry.cmdId} was settled`).toBe(false);
    expect(entry.held).toBeNull();
    // Never late: once expired, a command is only asked about.
    if (entry.settling === null) expect(this.state.now - entry.enqueuedAt).toBeLessThanOrEqual(entry.ttlMs);
    if (!this.#left.includes(entry.cmdId)) {
      const before = this.#all.filter((e) => e.lane === entry.lane && e.seq < entry.seq).map((e) => e.cmdId);
      const waiting = before.filter((id) => !this.#ended.has(id));
      expect(waiting, `before ${entry.cmdId}`).toEqual([]);
      this.#left.push(entry.cmdId);
    }
    // Does what the engine's markSending does.
    const known = this.#disk.get(entry.seq);
    if (known) this.#disk.set(entry.seq, { ...entry, state: 'queued', settling: entry.settling ?? known.settling });
  }

  #end({ cmdId, seq }: Entry, end: End): void {
    expect(this.#ended.get(cmdId), `${cmdId} ends twice`).toBeUndefined();
    this.#ended.set(cmdId, end);
    this.#disk.delete(seq);
  }

  #check(): void {
    const flying = this.state.entries.filter((e) => e.state === 'sending' && !this.#expiring.has(e.cmdId));
    expect(flying.length).toBeLessThanOrEqual(maxInFlight);
    expect(new Set(flying.map((e) => e.lane)).size, 'one in flight per lane').toBe(flying.length);
    const ids = this.state.entries.map((e) => e.cmdId);
    expect(new Set(ids).size, 'nothing twice in the queue').toBe(ids.length);
    // Each command is either on disk or has ended once. This tab learns of another tab's settlement at its next read.
    for (const { cmdId, seq } of this.#all)
      expect(Number(this.#disk.has(seq)) + Number(this.#ended.has(cmdId)), cmdId).toBe(1);
    for (const id of ids) expect(this.#ended.get(id) ?? 'there', id).toBe('there');
  }
}

const outcomes: Record<string, (generation: number) => SendOutcome> = {
  applied: () => ({ kind: 'applied', snapshots: [] }),
  refused: () => refusedOutcome('conflict'),
  expired: () => refusedOutcome('expired'),
  silent: () => unanswered,
  fault: () => serverFault,
  later: () => ({ kind: 'unknown', retryAfterMs: 30_000, fault: false }),
  unreadable: () => ({ kind: 'unreadable' }),
  auth: (generation) => ({ kind: 'auth', generation }),
  'late auth': (generation) => ({ kind: 'auth', generation: generation - 1 }),
};

const moves: Record<string, (h: History, n: number) => void> = {
  tap: (h, n) => h.enqueue(n % 6, true, { ttlMs: n % 2 === 0 ? 1e9 : 60_000 }),
  'tap elsewhere': (h, n) => h.enqueue(n % 6, false, { ttlMs: n % 2 === 0 ? 1e9 : 60_000 }),
  reload: (h) => h.reload(),
  restart: (h) => h.restart(),
  tick: (h, n) => h.play({ kind: 'tick', now: h.state.now + n * 2_000 }),
  wake: (h) => h.play({ kind: 'wake' }),
  network: (h, n) => h.play({ kind: 'network', up: n % 2 === 0 }),
  leader: (h, n) => h.play({ kind: 'leader', leads: n % 4 > 0 }),
  token: (h) => h.token(),
  discard: (h, n) => h.discard(n),
  'settled elsewhere': (h, n) => h.settleElsewhere(n),
  ...Object.fromEntries(
    Object.entries(outcomes).map(([name, outcome]) => [name, (h: History, n: number) => h.answer(n, outcome)]),
  ),
};

it('never loses, doubles, reorders or sends late, whatever happens (I1, I2, I5, docs/offline-engine.md)', () => {
  const play = fc.tuple(fc.constantFrom(...Object.keys(moves), 'tap', 'tap', 'applied', 'silent'), fc.nat(40));
  fc.assert(
    fc.property(fc.array(play, { maxLength: 80 }), (plays) => {
      const h = new History();
      h.restart();
      for (const [name, n] of plays) moves[name]?.(h, n);
      // The faults end: every command drains that is not held for a version or a person (I7).
      h.play({ kind: 'leader', leads: true });
      h.play({ kind: 'network', up: true });
      h.token();
      // The server's Retry-After has passed too.
      h.play({ kind: 'tick', now: h.state.now + 30_000 });
      for (let n = 0; n < 400 && h.state.entries.some((e) => e.state === 'sending'); n += 1)
        h.answer(0, (generation) => outcomes['applied']?.(generation) ?? unanswered);
      const blocked = new Set(h.state.entries.filter((e) => e.held !== null).map((e) => e.lane));
      expect(h.state.entries.filter((e) => !blocked.has(e.lane)).map((e) => e.cmdId)).toEqual([]);
      expect(h.unfinished).toBe(h.state.entries.length);
    }),
    { numRuns: 600 },
  );
});
