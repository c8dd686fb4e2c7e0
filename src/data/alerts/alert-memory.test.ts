import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#testing/memory-storage.ts';

const key = 'marche:alerts';
let disk: Map<string, string>;
let hear: (event: { key: string }) => void;

/** Fresh modules, as after a page load. */
async function page() {
  vi.resetModules();
  const memory = await import('./alert-memory.ts');
  const untouched = await import('./unacknowledged.ts');
  return { ...memory, ...untouched, edges: (): string[] => [...untouched.useUnacknowledged.getState().uids] };
}

beforeEach(() => {
  vi.useFakeTimers();
  disk = stubLocalStorage();
  vi.stubGlobal('addEventListener', (name: string, listener: typeof hear) => {
    if (name === 'storage') hear = listener;
  });
});
afterEach(() => void vi.useRealTimers());

const none: ReadonlySet<string> = new Set();
const written = (): { known: string[]; untouched: string[] } | undefined =>
  JSON.parse(disk.get(key) ?? '{}').value?.['1'];

describe('what is news to a device', () => {
  it('is nothing at its first look at a store, then every order once, also after a reload (R-28)', async () => {
    const first = await page();
    first.openMemory(1);
    expect(first.takeNews(['a', 'b'], none)).toEqual([]);
    expect(first.takeNews(['a', 'b', 'c'], none)).toEqual(['c']);
    expect(first.takeNews(['a', 'b', 'c'], none)).toEqual([]);
    vi.advanceTimersByTime(300);
    const second = await page();
    second.openMemory(1);
    expect(second.takeNews(['a', 'b', 'c', 'd'], none)).toEqual(['d']);
    expect(second.edges()).toEqual(['c', 'd']);
  });

  it('is never what was made on it', async () => {
    const { openMemory, takeNews, edges } = await page();
    openMemory(1);
    takeNews([], none);
    expect(takeNews(['mine', 'theirs'], new Set(['mine']))).toEqual(['theirs']);
    expect(edges()).toEqual(['theirs']);
  });

  it('belongs to one store', async () => {
    const { openMemory, takeNews, edges } = await page();
    openMemory(1);
    takeNews([], none);
    takeNews(['a'], none);
    openMemory(2);
    expect([takeNews(['x'], none), edges()]).toEqual([[], []]);
    openMemory(1);
    expect([takeNews(['a'], none), edges()]).toEqual([[], ['a']]);
  });

  it('keeps what waits and the last 500 of the rest', async () => {
    const { openMemory, takeNews, rememberedOrders } = await page();
    openMemory(1);
    takeNews(['waits'], none);
    for (let n = 0; n < 700; n += 1) takeNews(['waits', `o${n}`], none);
    expect(takeNews(['waits'], none)).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(written()?.known).toHaveLength(rememberedOrders);
  });

  it('a record that cannot be read counts as none', async () => {
    disk.set(key, '{"v":1,"value":{"1":{"known":[7],"untouched":[]}}}');
    const { openMemory, takeNews } = await page();
    openMemory(1);
    expect(takeNews(['a'], none)).toEqual([]);
  });
});

describe('the edge of a card', () => {
  it('goes away with the first touch, here and on disk', async () => {
    const { openMemory, takeNews, acknowledgeOrder, onAcknowledge, edges } = await page();
    openMemory(1);
    takeNews([], none);
    takeNews(['a', 'b'], none);
    const touched: string[] = [];
    onAcknowledge((uid) => touched.push(uid));
    acknowledgeOrder('a');
    expect([edges(), touched]).toEqual([['b'], ['a']]);
    vi.advanceTimersByTime(300);
    expect(written()?.untouched).toEqual(['b']);
  });

  it('goes away when the tab beside this one touches it; what that tab has not heard of stays', async () => {
    const { openMemory, takeNews, edges } = await page();
    openMemory(1);
    takeNews([], none);
    takeNews(['a', 'b', 'c'], none);
    disk.set(key, JSON.stringify({ v: 1, value: { 1: { known: ['a', 'b'], untouched: ['b'] } } }));
    hear({ key });
    expect(edges()).toEqual(['b', 'c']);
  });
});
