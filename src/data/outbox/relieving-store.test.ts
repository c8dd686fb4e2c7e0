import { describe, expect, it, vi } from 'vitest';
import type { EnqueuePlan } from '#sync/store.ts';
import { MemoryOutbox } from '#testing/memory-outbox.ts';
import { relievingStore } from './relieving-store.ts';

const scope = { lanes: [], entities: [], unstored: [] };
const plan: EnqueuePlan = { put: [], remove: [], beside: [], dismiss: [] };

describe('a full disk', () => {
  it('drops what can be fetched again, once, and writes the same again (offline engine, Quota)', async () => {
    const disk = new MemoryOutbox();
    disk.full = true;
    const relieve = vi.fn(() => {
      disk.full = false;
      return Promise.resolve();
    });
    const store = relievingStore(disk, relieve);
    expect(await store.enqueue(scope, () => plan)).toBe(plan);
    expect(relieve).toHaveBeenCalledOnce();
    await store.saveEngineTime(7);
    expect(disk.engineTime).toBe(7);
    expect(relieve).toHaveBeenCalledOnce();
  });

  it('says so when that made no room: nothing was accepted (offline engine, Quota)', async () => {
    const disk = new MemoryOutbox();
    disk.full = true;
    const relieve = vi.fn(() => Promise.resolve());
    const planned = vi.fn(() => plan);
    await expect(relievingStore(disk, relieve).enqueue(scope, planned)).rejects.toMatchObject({
      name: 'QuotaExceededError',
    });
    expect(relieve).toHaveBeenCalledOnce();
    expect(planned).not.toHaveBeenCalled();
  });

  it('leaves every other failure of the disk alone', async () => {
    const disk = new MemoryOutbox();
    const broken = new DOMException('gone', 'InvalidStateError');
    vi.spyOn(disk, 'dismiss').mockRejectedValue(broken);
    const relieve = vi.fn(() => Promise.resolve());
    await expect(relievingStore(disk, relieve).dismiss(['a'])).rejects.toBe(broken);
    expect(relieve).not.toHaveBeenCalled();
  });

  it('is not touched again once it is closed, by whatever comes late (A-51)', async () => {
    const disk = new MemoryOutbox();
    const store = relievingStore(disk, () => Promise.resolve());
    store.close();
    await expect(store.saveEngineTime(7)).rejects.toMatchObject({ name: 'InvalidStateError' });
    await expect(store.load()).rejects.toMatchObject({ name: 'InvalidStateError' });
    expect(disk.engineTime).toBe(0);
  });
});
