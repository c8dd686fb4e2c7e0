import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applied, buildThing, unanswered, refusedOutcome } from '#testing/builders-sync.ts';
import { flush, startedWorld } from '#testing/engine-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Commands expire after half an hour. */
const ttlMs = 30 * minute;

/** A world with one command that was never sent. */
async function offline() {
  const w = await startedWorld({ ttlMs });
  w.engine.network(false);
  await w.tap('ACCEPTED');
  return w;
}

/** Another engine opens on the same disk, which holds the engine time of the sleeping one. */
const later = (w: Awaited<ReturnType<typeof offline>>, tab: string) => startedWorld({ disk: w.disk, ttlMs, tab });

describe('a command that grew old (offline engine, Failures)', () => {
  it('and never left is rejected: never sent late, never dropped (I1)', async () => {
    const w = await offline();
    w.sleep(ttlMs + 1);
    w.engine.tick();
    await flush();
    expect([w.pending(), w.rejected(), w.disk.outbox.size]).toEqual([[], ['c1'], 0]);
    expect(w.engine.getView().rejected).toMatchObject([{ kind: 'expired', code: 'expired' }]);
    w.engine.network(true);
    await flush();
    expect([w.calls, w.shown()]).toEqual([[], 'PENDING']);
  });

  it('and may have arrived is asked about, never sent late (I1, I6)', async () => {
    const w = await startedWorld({ ttlMs });
    await w.tap('ACCEPTED');
    await w.call('c1').answer(unanswered);
    w.engine.network(false);
    w.sleep(ttlMs + 1);
    w.engine.network(true);
    await flush();
    expect([w.pending(), w.rejected(), w.disk.outbox.get(1)?.settling]).toEqual([['c1'], [], 'expired']);
    expect(w.calls.map((c) => [c.key, c.settleOnly])).toEqual([
      ['c1', false],
      ['c1', true],
    ]);
    await w.call('c1').answer(refusedOutcome('expired', {}, buildThing('PENDING', 3)));
    expect(w.engine.getView().rejected).toMatchObject([{ kind: 'expired', code: 'expired' }]);
  });

  it('and was sent by the tab that took the lead over meanwhile is asked about (I1)', async () => {
    const w = await offline();
    // This page was frozen: it learned neither that it lost the lead nor what the other tab sent.
    w.sleep(ttlMs + 1);
    const sent = w.disk.outbox.get(1);
    if (!sent) throw new Error('nothing is queued');
    w.disk.outbox.set(1, { ...sent, attempts: 1 });
    w.engine.network(true);
    await flush();
    expect([w.rejected(), w.disk.rejected.size]).toEqual([[], 0]);
    expect(w.calls.map((c) => [c.key, c.settleOnly])).toEqual([['c1', true]]);
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.pending(), w.rejected(), w.shown()]).toEqual([[], [], 'ACCEPTED']);
  });

  it('and is rejected while the disk is full: that is written as soon as the disk works (offline engine, Quota)', async () => {
    const w = await offline();
    w.disk.full = true;
    w.sleep(ttlMs + 1);
    w.engine.tick();
    await flush();
    expect([w.pending(), w.rejected(), w.disk.rejected.size]).toEqual([[], ['c1'], 0]);
    w.disk.full = false;
    w.engine.tick();
    await flush();
    expect([w.rejected(), [...w.disk.rejected.keys()], w.disk.outbox.size]).toEqual([['c1'], ['c1'], 0]);
  });

  it('and turns out to have been applied is applied (I1, I3)', async () => {
    const w = await startedWorld({ ttlMs });
    await w.tap('ACCEPTED');
    await w.call('c1').answer(unanswered);
    w.engine.network(false);
    w.sleep(ttlMs + 1);
    w.engine.network(true);
    await flush();
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.pending(), w.rejected(), w.shown()]).toEqual([[], [], 'ACCEPTED']);
  });

  it('while the page slept between the decision to send and the sending is not sent (offline engine, How it is proven)', async () => {
    const w = await startedWorld({ ttlMs });
    const enqueued = w.engine.enqueue(w.request('ACCEPTED'));
    await enqueued;
    // The engine has decided to send it and is about to mark it on disk.
    w.sleep(30 * 60 * minute);
    await flush();
    expect(w.calls).toEqual([]);
    await w.pass(1_000);
    expect(w.calls.map((c) => c.settleOnly)).toEqual([true]);
    await w.call('c1').answer(refusedOutcome('expired'));
    expect(w.rejected()).toEqual(['c1']);
  });
});

describe('engine time (offline engine, principle 5)', () => {
  it('goes on over restarts, and nights without an open page do not count', async () => {
    const w = await offline();
    await w.pass(20 * minute);
    w.engine.close();
    const second = await later(w, 'x');
    expect(second.call('c1').ageMs).toBe(20 * minute);
    second.engine.network(false);
    await second.call('c1').answer(unanswered);
    await second.pass(10 * minute);
    expect([second.pending(), second.entry('c1')?.settling]).toEqual([['c1'], null]);
    await second.pass(1);
    expect(second.entry('c1')?.settling).toBe('expired');
  });

  it('is not taken from the wall clock: eight days off change nothing', async () => {
    const w = await offline();
    vi.setSystemTime(Date.now() + 8 * day);
    await w.pass(1_000);
    expect([w.pending(), w.rejected()]).toEqual([['c1'], []]);
    const second = await later(w, 'x');
    vi.setSystemTime(Date.now() - 16 * day);
    await second.pass(1_000);
    expect(second.calls.map((c) => [c.key, c.settleOnly, c.ageMs])).toEqual([['c1', false, 1_000]]);
  });

  it('starts anew for what another tab enqueued: its clock may have stood still (I9)', async () => {
    const w = await startedWorld({ ttlMs });
    const other = await startedWorld({ disk: w.disk, ttlMs, tab: 'o' });
    await other.engine.lead(false);
    // This tab has run for a day; the other one has just woken after that day.
    await w.pass(day);
    await other.tap('ACCEPTED');
    await w.engine.reload();
    await flush();
    expect(w.call('o1')).toMatchObject({ settleOnly: false, ageMs: 0 });
    expect(w.rejected()).toEqual([]);
  });

  it('follows a tab whose engine time is ahead, and what is queued here keeps its age (I9)', async () => {
    const longer = await startedWorld({ ttlMs });
    await longer.pass(day);
    const w = await startedWorld({ disk: longer.disk, ttlMs, tab: 'o' });
    await w.engine.lead(false);
    w.engine.network(false);
    longer.engine.network(false);
    await w.tap('ACCEPTED');
    longer.engine.nudged();
    // Its tick saves the engine time of its day.
    await longer.pass(1_000);
    await longer.pass(1_000);
    longer.engine.close();
    w.sleep(2_000);
    await w.engine.lead(true);
    w.engine.network(true);
    await flush();
    expect([w.disk.engineTime >= day, w.rejected()]).toEqual([true, []]);
    expect(w.call('o1')).toMatchObject({ settleOnly: false, ageMs: 2_000 });
  });

  it("keeps an own tap's age when the disk is read again", async () => {
    const w = await offline();
    w.sleep(20 * minute);
    await w.engine.reload();
    await flush();
    await w.call('c1').answer(unanswered);
    w.sleep(10 * minute);
    await w.pass(0);
    await w.call('c1').answer(unanswered);
    await w.pass(1);
    expect([w.entry('c1')?.settling, w.calls.map((c) => c.settleOnly)]).toEqual(['expired', [false, false]]);
  });
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});
