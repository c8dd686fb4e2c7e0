import { describe, expect, it } from 'vitest';
import { buildEntry } from '#testing/builders-sync.ts';
import type { StoredEntry } from './stored-entry.ts';
import { entryOf, rejectionOf, storedEntry, storedRejection } from './stored-entry.ts';

/** An entry as written by the version before dependencies. */
const written: StoredEntry = {
  seq: 7,
  cmdId: 'c7',
  actor: 1,
  deviceId: 'd',
  type: 'thing.status/2',
  lane: 'thing:a',
  entityType: 'thing',
  entityId: 'a',
  body: { to: 'ACCEPTED' },
  seen: 'PENDING',
  base: { after: 'c6' },
  state: 'queued',
  attempts: 2,
  bornAt: 90_000,
  ttlMs: 60_000,
  batchId: 'b',
  held: null,
  settling: 'expired',
};

describe('what an earlier version of the app left on disk (I1)', () => {
  it('is read with all that it says, and depends on nothing', () => {
    expect(entryOf(written)).toEqual(
      buildEntry(7, 'thing:a', {
        base: { after: 'c6' },
        attempts: 2,
        enqueuedAt: 90_000,
        batchId: 'b',
        settling: 'expired',
      }),
    );
  });

  it('a rejection that did not say what the server had found is read too', () => {
    const { found: _, ...old } = {
      cmdId: 'c7',
      entry: written,
      kind: 'refused' as const,
      code: 'conflict',
      message: '',
      found: null,
      by: 'Ana',
      at: null,
    };
    const stored: unknown = { ...old };
    const isStored = (value: unknown): value is Parameters<typeof rejectionOf>[0] => value === stored;
    if (!isStored(stored)) throw new Error('not stored');
    expect(rejectionOf(stored)).toMatchObject({ entry: { enqueuedAt: 90_000 }, found: null, by: 'Ana' });
  });

  it('is written under the same names, so that an update that is taken back still reads it', () => {
    expect(storedEntry(entryOf(written))).toEqual({ ...written, dependsOn: null });
    const item = {
      entry: entryOf(written),
      kind: 'refused',
      code: '',
      message: '',
      found: null,
      by: null,
      at: null,
    } as const;
    expect(storedRejection(item)).toMatchObject({ cmdId: 'c7', entry: { bornAt: 90_000 } });
    expect(storedRejection(item).entry).not.toHaveProperty('enqueuedAt');
  });
});
