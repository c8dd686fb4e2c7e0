import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#testing/memory-storage.ts';

const ana = { id: 7, fullname: 'Ana Gómez' };
let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
  stored = stubLocalStorage();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Simulates a reload: the module reads the storage again. */
const start = async () => {
  vi.resetModules();
  return import('./boot-snapshot.ts');
};
/** Runs what is due in the next task: the persister's write and what follows it. */
const written = () => vi.runAllTimers();

describe('who is logged in, known before the first paint (F-36)', () => {
  it('is there at the next start', async () => {
    const { readBoot, writeBoot } = await start();
    expect(readBoot()).toBeNull();
    writeBoot({ user: Object.assign(ana), lastStore: 3 });
    expect(readBoot()).toMatchObject({ user: ana, lastStore: 3 });
    written();
    expect(stored.size).toBe(1);
    expect((await start()).readBoot()).toMatchObject({ user: ana, lastStore: 3 });
  });

  it('leaves nothing behind after a logout, also after one in the same task as a login (A-51)', async () => {
    const { writeBoot } = await start();
    writeBoot({ user: Object.assign(ana), lastStore: null });
    writeBoot(null);
    written();
    expect(stored.size).toBe(0);
    writeBoot({ user: Object.assign(ana), lastStore: null });
    written();
    expect(stored.size).toBe(1);
    writeBoot(null);
    expect(stored.size).toBe(0);
  });

  it('is the one of a login that follows a logout in the same task', async () => {
    const { writeBoot } = await start();
    writeBoot(null);
    writeBoot({ user: Object.assign(ana), lastStore: 2 });
    written();
    expect((await start()).readBoot()).toMatchObject({ lastStore: 2 });
  });

  it('is read from what the version before it kept', async () => {
    stored.set('marche:boot', JSON.stringify({ v: 1, value: { user: ana, lastStore: 1 } }));
    expect((await start()).readBoot()).toMatchObject({ user: ana, lastStore: 1 });
  });

  it.each(['{', 'null', '[]', '{"clientState":{"queries":[{"state":{"data":{"user":{}}}}]}}'])(
    'is nobody where the storage holds %s',
    async (text) => {
      stored.set('marche:boot', text);
      expect((await start()).readBoot()).toBeNull();
    },
  );
});
