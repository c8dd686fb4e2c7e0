/**
 * More bugs for `npm run sim -- --mutants`, derived from the rules of docs/offline-engine.md. `indexed`: every history
 * plays over IndexedDB, because the bug is in the store itself.
 */
const core = 'src/sync/core.ts';
const engine = 'src/sync/engine.ts';
const enqueue = 'src/sync/enqueue.ts';
const feed = 'src/sync/feed.ts';
const attempts = 'src/sync/attempts.ts';
const projection = 'src/sync/projection.ts';
const executor = 'server/http/commands/execute-command.ts';
const inStore = { file: 'src/sync/idb-store.ts', indexed: true };

/** The disk. */
const onDisk = [
  {
    ...inStore,
    name: 'an older snapshot overwrites a newer one on disk',
    find: 'quietly(entities.put(known && known.ver > next.ver ? known : next));',
    replace: 'void known; quietly(entities.put(next));',
  },
  {
    ...inStore,
    name: 'an answer leaves what an event wrote to the next loss of power',
    find: 'quietly(entities.put(known && known.ver > next.ver ? known : next));',
    replace: 'if (!known || next.ver >= known.ver) quietly(entities.put(next));',
  },
  {
    ...inStore,
    name: 'a tap is accepted before it is durable',
    find: `        return planned;
      }),`,
    replace: `        return planned;
      }, 'relaxed'),`,
  },
  {
    ...inStore,
    name: 'after a crash a command stands on disk without its entity',
    find: "for (const snapshot of disk.snapshots) quietly(tx.objectStore('entities').put(snapshot));",
    replace: '',
  },
  {
    ...inStore,
    name: 'the cursor is durable before what it counts',
    find: 'quietly(cursors.put(cursor.seq, cursor.name));',
    replace:
      "void write(['cursor'], async (own) => void own.objectStore('cursor').put(cursor.seq, cursor.name)).catch(() => {});",
  },
  {
    ...inStore,
    name: 'the number of a sent command is given to another one',
    find: "quietly(meta.put(last.seq + 1, 'nextSeq'));",
    replace: '',
  },
  {
    ...inStore,
    name: 'a command that was undone is not noted as withdrawn',
    find: 'await withdraw(tx, [...planned.remove, ...dismissed], last ? last.seq + 1 : disk.nextSeq);',
    replace: 'await withdraw(tx, dismissed, last ? last.seq + 1 : disk.nextSeq);',
  },
  {
    ...inStore,
    name: 'a discarded command is not noted as withdrawn',
    find: 'await withdraw(tx, gone);',
    replace: '',
  },
  {
    ...inStore,
    name: 'a dismissed command is not noted as withdrawn',
    find: 'await withdraw(tx, await readRejected(tx, cmdIds));',
    replace: '',
  },
  {
    ...inStore,
    name: 'the disk agrees to every expiry',
    find: 'if (!items.every(({ entry }, n) => isUnsent(known[n], entry))) return false;',
    replace: 'void known; void isUnsent;',
  },
  {
    ...inStore,
    name: 'an expired command leaves no trace',
    find: `        for (const item of items) {
          quietly(outbox.delete(item.entry.seq));
          quietly(tx.objectStore('review').put(storedRejection(item)));
        }
        return true;`,
    replace: `        for (const item of items) quietly(outbox.delete(item.entry.seq));
        return true;`,
  },
  {
    ...inStore,
    name: 'a rejected command stays in the queue',
    find: `          quietly(tx.objectStore('outbox').delete(item.entry.seq));
`,
    replace: '',
  },
  {
    ...inStore,
    name: 'a command that was applied stays in the queue',
    find: "quietly(tx.objectStore('outbox').delete(entry.seq));\n        await putNewer(tx, snapshots);",
    replace: 'await putNewer(tx, snapshots);',
  },
  {
    ...inStore,
    file: 'src/sync/database-name.ts',
    name: 'two people of a device share a database',
    find: '`marche:${userId}:${storeId}`',
    replace: '`marche:${storeId}`',
  },
];

/** The sender. */
const inSender = [
  {
    name: 'Retry-After is ignored',
    file: core,
    find: 'const floor = state.now + (outcome.retryAfterMs ?? 0);',
    replace: 'const floor = state.now;',
  },
  {
    name: 'Retry-After is not read',
    file: 'src/sync/failure.ts',
    find: 'const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;',
    replace: 'const retryAfterMs = seconds < 0 ? seconds : null;',
  },
  {
    name: 'a wake shortens Retry-After',
    file: core,
    find: 'floor > state.now ? [[id, { until: floor, floor }] as const] : [],',
    replace: 'floor < 0 ? [[id, { until: floor, floor }] as const] : [],',
  },
  {
    name: 'a general outage counts as poison',
    file: core,
    find: 'met?.othersServed === true &&',
    replace: 'met !== undefined &&',
  },
  {
    name: 'the faults of an outage before others were served count as poison',
    file: 'src/sync/core-state.ts',
    find: 'f.othersServed ? f : { tries: 1, since: now, othersServed: true }',
    replace: '{ ...f, othersServed: true, since: f.since + now * 0 }',
  },
  {
    name: 'poison is declared within ten minutes',
    file: core,
    find: 'state.now - met.since >= poisonMs &&',
    replace: '',
  },
  {
    name: 'poison is never declared',
    file: core,
    find: 'met.tries >= poisonTries &&',
    replace: 'met.tries < 0 &&',
  },
  {
    name: 'a held command is sent',
    file: core,
    find: "if (entry.state === 'sending' || entry.held !== null) continue;",
    replace: "if (entry.state === 'sending') continue;",
  },
  {
    name: 'more than four lanes at once',
    file: core,
    find: 'if (inFlight >= maxInFlight) continue;',
    replace: '',
  },
  {
    name: 'a new token does not wake the parked queue',
    file: core,
    find: 'parkedAt: state.parkedAt !== null && input.generation !== state.parkedAt ? null : state.parkedAt,',
    replace: 'parkedAt: state.parkedAt,',
  },
  {
    name: 'age is not looked at',
    file: core,
    find: "e.held !== 'unreadable' && state.now - e.enqueuedAt > e.ttlMs;",
    replace: 'state.now < 0;',
  },
  {
    name: 'too old is sent, if it became so while the page slept',
    file: core,
    find: 'state.now - e.enqueuedAt > e.ttlMs;',
    replace: 'state.now - e.enqueuedAt > e.ttlMs * 2;',
  },
  {
    name: 'a jump of the engine time ages a page’s own taps',
    file: engine,
    find: 'this.#state = afterJump(this.#state, jump);',
    replace: 'void afterJump;',
  },
  {
    name: 'a rejection that is not on disk yet leaves the list',
    file: 'src/sync/rejected.ts',
    find: '...shown.filter((r) => settling.has(r.entry.cmdId) && !rejectedIds.has(r.entry.cmdId)),',
    replace: '',
  },
  {
    name: 'asking what became of a command sends it',
    file: attempts,
    find: 'settleOnly: entry.settling !== null,',
    replace: 'settleOnly: false,',
  },
  {
    name: 'a command leaves without what it compares',
    file: attempts,
    find: 'base: entry.base,',
    replace: "base: entry.base && 'rev' in entry.base ? { rev: entry.base.rev + 1 } : entry.base,",
  },
];

/** The tap, the feed and the server. */
const elsewhere = [
  {
    name: 'a read that a newer one has overtaken moves the cursor back',
    file: 'src/sync/feed.ts',
    find: 'if (number < this.#merged) return;',
    replace: '',
  },
  {
    name: 'a tap replaces a command that has left',
    file: enqueue,
    find: 'neverSent(seenLast) &&',
    replace: '',
  },
  {
    name: 'a tap stays on a command that was taken back',
    file: enqueue,
    find: 'const request = withoutCancelled(asked);',
    replace: 'const request = asked;',
  },
  {
    name: 'the second half of a double tap is stored',
    file: enqueue,
    find: 'if (overtaken && !request.fits(lane)) return { put: null, remove: null };',
    replace: '',
  },
  {
    name: 'a replaced command’s base is lost',
    file: enqueue,
    find: 'if (unsent) return unsent.base;',
    replace: '',
  },
  {
    name: 'a tap that takes the place of another says that it saw what that one would have done',
    file: enqueue,
    find: 'seen: unsent ? unsent.seen : request.seen,',
    replace: 'seen: request.seen,',
  },
  {
    name: 'of a burst only the last event is applied',
    file: feed,
    find: 'return [...last.values()];',
    replace: 'return [...last.values()].slice(-1);',
  },
  {
    name: 'another person’s key is replayed',
    file: executor,
    find: ' || !isSameActor(known.actor, row.actor))',
    replace: ')',
  },
  {
    name: 'a key is replayed for another content',
    file: executor,
    find: 'known.fingerprint !== row.fingerprint || ',
    replace: '',
  },
];

/** A database that went back in time. */
const restored = [
  {
    name: 'what only another tab knew before the server went back stays on the disk',
    file: 'src/sync/disk.ts',
    find: 'if (gone.length > 0) void this.merge(gone, null);',
    replace: '',
  },
  {
    name: 'what the server went back from stays on the screen',
    file: projection,
    find: '!known || !this.isGone(known) ||',
    replace: '!known || known.ver >= 0 ||',
  },
  {
    name: 'when the server went back, the outbox goes',
    file: engine,
    find: 'if (epoch) this.#projection.enter(epoch);',
    replace: `if (epoch) this.#projection.enter(epoch);
    if (epoch?.from && change.cursor?.reset)
      await this.#deps.store.revise(this.#state.entries.map((e) => e.cmdId), () => null);`,
  },
  {
    name: 'when the server went back, a waiting command keeps its base',
    file: attempts,
    find: 'return outcome.current && command.register',
    replace: 'return outcome.current && command.register && entry.base === null',
  },
  {
    name: 'when the server went back, a waiting command is based on whatever is there',
    file: attempts,
    find: 'now.seen === seen ? now.rev : now.rev - 1',
    replace: 'now.rev',
  },
  {
    name: 'when the server went back, it gives the same numbers again',
    file: 'server/db/epochs.ts',
    find: 'Math.max(before + 1, epoch)',
    replace: 'Math.max(before, epoch * 0)',
  },
];

export const moreMutants = [...onDisk, ...inSender, ...elsewhere, ...restored];
