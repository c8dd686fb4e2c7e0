import { beforeEach, describe, expect, it } from 'vitest';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { batchProgress, leaveBatch, noteRefused, startBatch } from './batches.ts';

const entry = (cmdId: string, batchId: string | null = 'b') => ({ cmdId, batchId });
const refused = (cmdId: string) => ({ entry: entry(cmdId) });

describe('how much of a bulk action was applied (offline engine, Lanes)', () => {
  beforeEach(() => {
    stubLocalStorage();
  });

  it('counts what is gone from the outbox as applied, and what was refused never', () => {
    startBatch('b', 20);
    expect(batchProgress('b', [entry('1'), entry('2'), entry('3', 'other')])).toEqual({
      total: 20,
      waiting: 2,
      refused: 0,
      applied: 18,
    });
    noteRefused([refused('1'), refused('2')]);
    noteRefused([refused('2')]);
    // The person dismissed both refusals; the commands still count as refused.
    noteRefused([]);
    expect(batchProgress('b', [])).toEqual({ total: 20, waiting: 0, refused: 2, applied: 18 });
  });

  it('leaves out what a person discarded', () => {
    startBatch('b', 3);
    leaveBatch([entry('1'), entry('9', null)]);
    expect(batchProgress('b', [])?.total).toBe(2);
  });

  it('says nothing of a batch that it does not know', () => {
    expect(batchProgress('elsewhere', [])).toBeNull();
    noteRefused([refused('1')]);
    expect(batchProgress('b', [])).toBeNull();
  });

  it('remembers the last twenty only', () => {
    for (let i = 0; i < 25; i += 1) startBatch(`b${i}`, 1);
    expect([batchProgress('b4', []), batchProgress('b5', [])?.total]).toEqual([null, 1]);
  });
});
