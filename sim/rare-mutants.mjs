/**
 * Bugs for `npm run sim -- --mutants` that a random history meets too seldom: `test` is the unit test that has to fail
 * with each. Most need an event within the few milliseconds of one read of the disk or of the feed.
 */
const core = 'src/sync/core.ts';
const engine = 'src/sync/engine.ts';
const disk = 'src/sync/disk.ts';
const feed = 'src/sync/feed.ts';
const diskTest = 'src/sync/engine-disk.test.ts';
const feedTest = 'src/sync/feed.test.ts';

export const rareMutants = [
  {
    name: 'a jump of the engine time ends a Retry-After',
    file: 'src/sync/core-state.ts',
    find: '({ until: until + ms, floor: floor + ms })',
    replace: '({ until, floor })',
    test: 'src/sync/core-age.test.ts',
  },
  {
    name: 'a disk that was full makes a sent command never-sent',
    file: core,
    find: 'attempts: Math.max(e.attempts, known.attempts),',
    replace: 'attempts: e.attempts,',
    test: 'src/sync/core.test.ts',
  },
  {
    name: 'a new sender does not look at what the last one left',
    file: engine,
    find: 'else await this.reload().catch(this.#deps.onDisk);',
    replace: '',
    test: 'src/sync/engine-tabs.test.ts',
  },
  {
    name: 'what ended while the disk was read waits again',
    file: engine,
    find: '.filter((e) => !this.#unwritten.settling.has(e.cmdId))',
    replace: '',
    test: diskTest,
  },
  {
    name: 'what was held while the disk was read is sent',
    file: engine,
    find: '(this.#unwritten.saving.has(e.cmdId) && known.get(e.cmdId)) || e',
    replace: 'e',
    test: 'src/sync/engine-rejected.test.ts',
  },
  {
    name: 'what an answer brought while the disk was read leaves the screen',
    file: disk,
    find: 'learned.has(key) || this.#owed.has(key);',
    replace: 'this.#owed.has(key);',
    test: diskTest,
  },
  {
    name: 'a tap replaces a command that is not built on the one before it',
    file: 'src/sync/enqueue.ts',
    find: 'isBuiltOn(seenLast, parents.at(-2))',
    replace: 'true',
    test: 'src/sync/enqueue.test.ts',
  },
  {
    name: 'what is asked for during a read of the feed is not asked',
    file: feed,
    find: 'if (this.#again) void this.catchUp();',
    replace: '',
    test: feedTest,
  },
  {
    name: 'a reset removes what a command waits for',
    file: feed,
    find: '...pending.map((e) => keyOf(e.entityType, e.entityId)),',
    replace: '',
    test: feedTest,
  },
  {
    name: 'a reset removes what arrived while it was read',
    file: feed,
    find: '&& resetFrom.get(type)?.get(id) === shown) removed',
    replace: ') removed',
    test: feedTest,
  },
  {
    name: 'a new epoch removes older orders from memory alone',
    file: disk,
    find: 'if (gone.size > 0) void this.merge([...gone].map(keyIn), null);',
    replace: '',
    test: 'src/sync/feed-epochs.test.ts',
  },
  {
    name: 'what another tab wrote to the disk is not told here',
    file: feed,
    find: 'this.#told ??= this.#deps',
    replace: 'this.#told = this.#deps',
    test: feedTest,
  },
];
