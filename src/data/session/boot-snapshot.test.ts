import { beforeEach, describe, expect, it, vi } from 'vitest';

const ana = { id: 7, fullname: 'Ana Gómez' };
let stored: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

/** As after a reload: the module reads the storage again. */
const start = async () => {
  vi.resetModules();
  return import('./boot-snapshot.ts');
};
const written = () => new Promise((resolve) => setImmediate(resolve));

describe('who is logged in, known before the first paint (F-36)', () => {
  it('is there at the next start', async () => {
    const { readBoot, writeBoot } = await start();
    expect(readBoot()).toBeNull();
    writeBoot({ user: Object.assign(ana), lastStore: 3 });
    expect(readBoot()).toMatchObject({ user: ana, lastStore: 3 });
    await vi.waitFor(() => expect(stored.size).toBe(1));
    expect((await start()).readBoot()).toMatchObject({ user: ana, lastStore: 3 });
  });

  it('is forgotten by a logout, also by one in the same task as a login', async () => {
    const { writeBoot } = await start();
    writeBoot({ user: Object.assign(ana), lastStore: null });
    writeBoot(null);
    await vi.waitFor(() => expect(stored.size).toBe(1));
    await written();
    expect((await start()).readBoot()).toBeNull();
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
