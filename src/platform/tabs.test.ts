import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leadWhilePossible } from './tabs.ts';

/**
 * The locks and channels of one device, as in browsers: FIFO, `steal`, and AbortError for stolen and aborted requests.
 */
function device() {
  interface Ask {
    readonly run: () => Promise<unknown>;
    readonly fail: (error: Error) => void;
  }
  let holder: Ask | null = null;
  const queue: Ask[] = [];
  /** A frozen tab learns only when it thaws that its lock was stolen. */
  const frozen = { is: false, later: [] as (() => void)[] };
  const grant = (ask: Ask): void => {
    holder = ask;
    void ask.run().then(() => {
      if (holder === ask) next();
    });
  };
  const next = (): void => {
    holder = null;
    const first = queue.shift();
    if (first) grant(first);
  };
  const aborted = (): Error => new DOMException('', 'AbortError');
  const locks = {
    request: (_name: string, options: LockOptions, run: () => Promise<unknown>) =>
      new Promise((_resolve, fail) => {
        const ask = { run, fail };
        if (options.steal === true) {
          const robbed = holder;
          const tell = (): void => robbed?.fail(aborted());
          if (frozen.is) frozen.later.push(tell);
          else tell();
          grant(ask);
          return;
        }
        options.signal?.addEventListener('abort', () => {
          const place = queue.indexOf(ask);
          if (place >= 0) queue.splice(place, 1);
          fail(aborted());
        });
        if (holder) queue.push(ask);
        else grant(ask);
      }),
  };

  const channels = new Set<FakeChannel>();
  class FakeChannel {
    /** A frozen tab neither receives nor sends. */
    deaf = false;
    #listener: (event: { data: unknown }) => void = () => {};
    constructor() {
      channels.add(this);
    }
    addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
      this.#listener = listener;
    }
    postMessage(data: unknown): void {
      if (this.deaf) return;
      for (const other of channels) if (other !== this && !other.deaf) other.hear(data);
    }
    hear(data: unknown): void {
      this.#listener({ data });
    }
    close(): void {
      channels.delete(this);
    }
  }
  return { locks, FakeChannel, channels, frozen };
}

const settle = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('which tab sends', () => {
  let here: ReturnType<typeof device>;
  const seen = { visibilityState: 'visible' };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    here = device();
    seen.visibilityState = 'visible';
    vi.stubGlobal('navigator', { locks: here.locks });
    vi.stubGlobal('BroadcastChannel', here.FakeChannel);
    vi.stubGlobal('document', seen);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const open = () => {
    const told: boolean[] = [];
    const before = new Set(here.channels);
    let others = 0;
    const close = leadWhilePossible(
      'db',
      (leads) => told.push(leads),
      () => (others += 1),
    );
    const channel = [...here.channels].find((c) => !before.has(c));
    const freeze = (is: boolean): void => {
      if (channel) channel.deaf = is;
      here.frozen.is = is;
      if (!is) for (const tell of here.frozen.later.splice(0)) tell();
    };
    return { told, close, freeze, channel, others: () => others };
  };

  it('is the first one, and the next when that one closes (offline engine, Tabs)', async () => {
    const first = open();
    const second = open();
    await settle(60_000);
    expect([first.told, second.told]).toEqual([[true], []]);
    first.close();
    await settle(0);
    expect([first.told, second.told]).toEqual([[true, false], [true]]);
  });

  it('is known to another one at once, if it answers', async () => {
    const first = open();
    const second = open();
    expect([first.others(), second.others()]).toEqual([0, 1]);
    first.freeze(true);
    const third = open();
    expect([second.others(), third.others()]).toEqual([1, 0]);
    await settle(10_000);
    expect(third.told.length + second.told.length).toBe(1);
  });

  it('asks again after a while, not at once, when the browser refuses the lock itself', async () => {
    const request = vi.fn(() => Promise.reject(new DOMException('', 'InvalidStateError')));
    vi.stubGlobal('navigator', { locks: { request } });
    const tab = open();
    await settle(0);
    expect(request).toHaveBeenCalledOnce();
    await settle(2_000);
    expect(request).toHaveBeenCalledTimes(2);
    tab.close();
    await settle(60_000);
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('is never taken from one that beats, by any number of visible tabs', async () => {
    const tabs = [open(), open(), open()];
    await settle(10 * 60_000);
    expect(tabs.map((t) => t.told)).toEqual([[true], [], []]);
  });

  it('passes to one visible tab when the leader is frozen, and stays with it', async () => {
    const frozen = open();
    const second = open();
    const third = open();
    await settle(5_000);
    frozen.freeze(true);
    // Three missed beats, then an unanswered question.
    await settle(7_000);
    expect([second.told, third.told]).toEqual([[], []]);
    await settle(10 * 60_000);
    expect([second.told, third.told]).toEqual([[true], []]);
    frozen.freeze(false);
    await settle(10 * 60_000);
    expect([frozen.told, second.told, third.told]).toEqual([[true, false], [true], []]);
    second.close();
    third.close();
    await settle(0);
    expect(frozen.told).toEqual([true, false, true]);
  });

  it('stays with a leader whose beats come late but who answers', async () => {
    const slow = open();
    const second = open();
    const { channel } = slow;
    // Simulates throttled timers: its beats are lost, its answers are not.
    let answering = false;
    const post = channel?.postMessage.bind(channel);
    const hear = channel?.hear.bind(channel);
    if (channel && post && hear) {
      channel.postMessage = (data) => {
        if (answering) post(data);
      };
      channel.hear = (data) => {
        answering = true;
        hear(data);
        answering = false;
      };
    }
    await settle(5 * 60_000);
    expect([slow.told, second.told]).toEqual([[true], []]);
  });

  it('is not taken by a tab that nobody looks at', async () => {
    const frozen = open();
    const second = open();
    seen.visibilityState = 'hidden';
    frozen.freeze(true);
    await settle(60_000);
    expect(second.told).toEqual([]);
    seen.visibilityState = 'visible';
    await settle(10_000);
    expect(second.told).toEqual([true]);
  });
});
