/**
 * Bugs that an offline engine could have, each as one change of the shipped code: `npm run sim -- --mutants` plants them
 * one at a time, and the checks must catch every one. `find` must stand exactly once in the file.
 */
import { moreMutants } from './more-mutants.mjs';
import { rareMutants } from './rare-mutants.mjs';

const core = 'src/sync/core.ts';
const engine = 'src/sync/engine.ts';
const effects = 'src/sync/effects.ts';
const disk = 'src/sync/disk.ts';
const enqueue = 'src/sync/enqueue.ts';
const feed = 'src/sync/feed.ts';
const failure = 'src/sync/failure.ts';
const executor = 'server/http/commands/execute-command.ts';
const orderBase = 'server/modules/orders/revisions.ts';

export const mutants = [
  {
    name: 'the server has no memory of commands',
    file: executor,
    find: "if (claim === 'known') return replay(await ledger.find(row.id), row);",
    replace: 'void replay;',
  },
  {
    name: 'a refusal is not stored',
    file: executor,
    find: 'await ledger.answer(row, status, body);',
    replace: 'if (outcome.ok) await ledger.answer(row, status, body);',
  },
  {
    name: 'asking what became of a command applies it',
    file: executor,
    find: "settleOnly ? fail('expired') : refused ?",
    replace: 'refused ?',
  },
  {
    name: 'the last write wins',
    file: orderBase,
    find: "if ('rev' in base) return base.rev === row.status_rev;",
    replace: "if ('rev' in base) return true;",
  },
  {
    name: 'after a command of one’s own, whatever came between is overwritten',
    file: orderBase,
    find: 'return result.status_rev === row.status_rev;',
    replace: 'return true;',
  },
  {
    name: 'a retry takes a new key',
    file: 'src/sync/attempts.ts',
    find: 'idempotencyKey: entry.cmdId,',
    replace: 'idempotencyKey: this.#deps.newId(),',
  },
  {
    name: 'dequeued before it is sent',
    file: effects,
    find: 'const there = await this.#disk.write(() => this.#deps.store.markSending(entry)).catch(() => true);',
    replace:
      'const there = await this.#disk.write(() => this.#deps.store.markSending(entry)).catch(() => true); await this.#disk.write(() => this.#deps.store.ack(entry, [])).catch(() => {});',
  },
  {
    name: 'the tap is on disk 300 ms after the screen said yes',
    file: engine,
    find: 'const plan = await this.#disk.enqueue(scope, (disk) => finish(planEnqueue(disk, requests)));',
    replace: `const plan = finish(planEnqueue({ lane: (l) => this.#state.entries.filter((e) => e.lane === l), snapshot: (k) => this.snapshot(k.type, k.id), nextSeq: Math.max(0, ...this.#state.entries.map((e) => e.seq)) + 1 }, requests));
    this.#deps.wakeIn(300, () => void this.#disk.enqueue(scope, () => plan).catch(() => {}));`,
  },
  {
    name: 'age by the wall clock',
    file: 'src/sync/engine-clock.ts',
    find: 'return this.#engineTime + this.#deviceNow() - this.#startedAt;',
    replace: 'return Date.now();',
  },
  {
    name: 'a new start clears the queue',
    file: engine,
    find: `this.#clock.start();
    await this.reload();`,
    replace: `this.#clock.start();
    await this.reload();
    await this.#deps.store.revise(this.#state.entries.map((e) => e.cmdId), () => null);
    await this.reload();`,
  },
  {
    name: 'ack forgets the entity: two transactions, the second never comes',
    file: effects,
    find: 'store.ack(effect.entry, snapshots)',
    replace: 'store.ack(effect.entry, [])',
  },
  {
    name: 'settled in memory only',
    file: effects,
    find: '(snapshots) => store.ack(effect.entry, snapshots)',
    replace: '() => Promise.resolve()',
  },
  {
    name: 'the cursor moves without what it counts',
    file: engine,
    find: 'await this.#disk.merge([...change.snapshots, ...change.removed], cursor);',
    replace: 'await this.#disk.merge([], cursor);',
  },
  {
    name: 'several requests of one order at once',
    file: core,
    find: 'if (lanes.has(entry.lane)) continue;',
    replace: '',
  },
  {
    name: 'a refusal is silent',
    file: core,
    find: "const dropped = gone.filter((e) => e.settling === 'discarded');",
    replace: 'const dropped = gone; items.length = 0;',
  },
  {
    name: 'navigator.onLine is believed',
    file: core,
    find: `if (state.offlineUntil > state.now && state.entries.length > 0)
    return { state, effects: [...effects, { kind: 'wake-in', ms: state.offlineUntil - state.now }] };`,
    replace: 'if (state.offline) return { state, effects };',
  },
  {
    name: 'a late 401 parks the queue',
    file: core,
    find: 'if (outcome.generation < state.generation) return proceed(replaced(state, waiting));',
    replace: '',
  },
  {
    name: 'a try is not counted before it leaves',
    file: core,
    find: "state: 'sending' as const, attempts: entry.attempts + 1 }",
    replace: "state: 'sending' as const, attempts: entry.attempts }",
  },
  {
    name: 'too old is rejected without asking',
    file: core,
    find: "const asking = { ...old, settling: 'expired' as const, held: null };",
    replace:
      "if (old) return rejected(state, old, tooOld, []); const asking = { ...old, settling: 'expired' as const, held: null };",
  },
  {
    name: 'gives up after five tries',
    file: core,
    find: "case 'unknown': {",
    replace: "case 'unknown': { if (entry.attempts >= 5) return rejected(state, entry, tooOld, []);",
  },
  {
    name: 'a 500 is a decision',
    file: failure,
    find: 'if (failure.status === 0 || failure.status >= 500 || transient.has(failure.status))',
    replace: 'if (failure.status === 0 || transient.has(failure.status))',
  },
  {
    name: 'no answer is a refusal',
    file: failure,
    find: 'if (failure.status === 0 || failure.status >= 500 || transient.has(failure.status))',
    replace: 'if (failure.status >= 500 || transient.has(failure.status))',
  },
  {
    name: 'too many requests is a refusal',
    file: failure,
    find: 'if (failure.status === 0 || failure.status >= 500 || transient.has(failure.status))',
    replace: 'if (failure.status === 0 || failure.status >= 500)',
  },
  {
    name: 'a 401 is a refusal',
    file: failure,
    find: "if (failure.status === 401) return 'auth';",
    replace: '',
  },
  {
    name: 'a twin that still runs is a refusal',
    file: failure,
    find: "if (failure.status === 409 && failure.code === 'in_progress') return 'unknown';",
    replace: '',
  },
  {
    name: 'an older answer wins on the screen',
    file: 'src/sync/projection.ts',
    find: 'if (known && known.ver >= next.ver) continue;',
    replace: '',
  },
  {
    name: 'every tap is based on the last snapshot, not on one’s own command before it',
    file: enqueue,
    find: 'return behind ? { after: behind.cmdId } : baseOn(disk, request, request.register);',
    replace: 'return baseOn(disk, { ...request, shownAfter: null }, request.register);',
  },
  {
    name: 'a command depends on a delay, which succeeds on top of anything',
    file: 'src/commands/order/delay.ts',
    find: 'canBeParent: false,',
    replace: 'canBeParent: true,',
  },
  {
    name: 'what is behind a refused command in its lane goes with it, built on it or not',
    file: core,
    find: 'if (e.attempts === 0 && dependenciesOf(e).some((id) => ids.has(id))) ids.add(e.cmdId);',
    replace: 'if (e.lane === entry.lane && e.seq > entry.seq) ids.add(e.cmdId);',
  },
  {
    name: 'a discarded command that left is forgotten without asking',
    file: engine,
    find: '(neverSent(entry) && !this.#wasSent(entry) ? null :',
    replace: '(true ? null :',
  },
  {
    name: 'a newer revision is taken although it shows something else',
    file: enqueue,
    find: 'if (newest?.seen === seen) return { rev: newest.rev };',
    replace: 'if (newest) return { rev: newest.rev };',
  },
  {
    name: 'an event after a gap moves the cursor',
    file: feed,
    find: 'if (last === null || change.seq > last + 1 || change.incomplete || behindGap.length > 0) behindGap.push(change);',
    replace: 'if (last === null || change.incomplete || behindGap.length > 0) behindGap.push(change);',
  },
  {
    name: 'the head is not listened to',
    file: feed,
    find: 'if (cursor === null || seq > cursor) return this.catchUp();',
    replace: 'if (cursor === null) return this.catchUp();',
  },
  {
    name: 'after a reconnect a hanging read is waited for',
    file: feed,
    find: 'if (this.#running && !anew) {',
    replace: 'if (this.#running) {',
  },
  {
    name: 'what a full disk did not take is forgotten',
    file: disk,
    find: 'for (const [key, owed] of this.#owed) due.set(key, owed);',
    replace: '',
  },
  {
    name: 'after a full disk a tap may be about a thing that is not on it',
    file: disk,
    find: 'return this.#store.enqueue({ ...scope, unstored }, plan);',
    replace: 'return this.#store.enqueue({ ...scope, unstored: [] }, plan);',
  },
  {
    name: 'too old is rejected without a look at what another tab sent',
    file: effects,
    find: 'const move = (): Promise<boolean> => this.#deps.store.expire(items);',
    replace: 'const move = (): Promise<boolean> => this.#deps.store.reject(items, [], []).then(() => true);',
  },
  {
    name: 'after a full disk nothing is settled again',
    file: disk,
    find: 'this.settle([], write).then(written, givenUp);',
    replace: 'givenUp();',
  },
  {
    name: 'a tap takes the place of one that its own step leads through',
    file: enqueue,
    find: 'replaceable && request.fits(lane.filter((e) => e !== replaceable)) ? replaceable : null',
    replace: 'replaceable',
  },
  {
    name: 'a tap takes the place of one that a delay waits behind',
    file: enqueue,
    find: 'seenLast === lane.at(-1) &&',
    replace: '',
  },
  {
    name: 'amounts lose a cent on the wire',
    file: 'src/contract/wire/amounts.ts',
    find: 'export const writeMoney = moneyToDecimal;',
    replace:
      'export const writeMoney = (value: Money, currency: Currency): number => Math.floor(moneyToDecimal(value, currency) * 100 - 0.5) / 100;',
  },
  {
    name: 'what needs a refused command of another entity is sent all the same',
    file: core,
    find: '...(dependsOn === null ? [] : [dependsOn]),',
    replace: '',
  },
  {
    name: 'a tap overtakes what waits of its entity in a shared lane',
    file: 'src/sync/requests.ts',
    find: 'const lane = own.at(-1)?.lane ?? request.lane;',
    replace: 'const { lane } = request;',
  },
  {
    name: 'in a shared lane the command of another entity is taken for the parent',
    file: enqueue,
    find: 'isAbout(e, request) && request.canBeParent(e)',
    replace: 'request.canBeParent(e)',
  },
  ...moreMutants,
  ...rareMutants,
];
