import { every, wakeIn } from './clock.ts';

/** Messages between the tabs of one device. They only shorten waiting; nothing depends on them. */
export function openTabChannel(name: string, onMessage: () => void): { post(): void; close(): void } {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', onMessage);
  return { post: () => channel.postMessage(null), close: () => channel.close() };
}

const beatMs = 2_000;
const missedBeats = 3;
const answerMs = 2_000;

/**
 * Makes this tab the leader when it can: `onLead(true)` when it gets the lock, `onLead(false)` when it loses it.
 * `onOther`: another tab leads, as it has just said. The returned function releases the lock.
 *
 *   holder   ── beat every 2 s, "here" to every "there?" ──>  waiting tabs
 *   waiting, visible, three beats missed ── "there?" ──> 2 s without an answer ──> steals the lock
 *
 * A frozen tab keeps its lock and does not answer. A tab in the background beats late (its timers are throttled) but
 * answers "there?", so it keeps the lead. A tab whose lock was stolen queues up again (offline engine, Tabs).
 */
export function leadWhilePossible(
  name: string,
  onLead: (leads: boolean) => void,
  onOther: () => void = () => {},
): () => void {
  const channel = new BroadcastChannel(`${name} lead`);
  let leads = false;
  let closed = false;
  let heardAt = performance.now();
  let cancelSteal: (() => void) | null = null;
  let cancelRetry = (): void => {};
  let release = (): void => {};
  let waiting = new AbortController();

  const follow = (): void => {
    if (leads) onLead(false);
    leads = false;
  };
  const hear = (): void => {
    heardAt = performance.now();
    cancelSteal?.();
    cancelSteal = null;
  };
  const lead = (): Promise<void> => {
    if (closed) return Promise.resolve();
    hear();
    leads = true;
    channel.postMessage('here');
    onLead(true);
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const queueUp = (options: LockOptions): void => {
    navigator.locks.request(name, options, lead).catch(() => {
      // This tab aborted the request itself; otherwise another tab stole the lock.
      if (closed || options.signal?.aborted === true) return;
      const stolen = leads;
      follow();
      hear();
      if (stolen) return waitInLine();
      // The browser refuses, for example because the page is being left: repeated at once, this would never end.
      cancelRetry = wakeIn(beatMs, waitInLine);
    });
  };
  const waitInLine = (): void => {
    waiting = new AbortController();
    queueUp({ signal: waiting.signal });
    channel.postMessage('there?');
  };
  const steal = (): void => {
    cancelSteal = null;
    if (closed || leads || document.visibilityState !== 'visible') return;
    waiting.abort();
    queueUp({ steal: true });
  };

  channel.addEventListener('message', ({ data }) => {
    if (data !== 'there?') {
      hear();
      if (!leads) onOther();
    } else if (leads) channel.postMessage('here');
  });
  const stopBeat = every(beatMs, () => {
    if (leads) return channel.postMessage('here');
    const silent = performance.now() - heardAt > missedBeats * beatMs;
    if (!silent || cancelSteal || document.visibilityState !== 'visible') return;
    cancelSteal = wakeIn(answerMs, steal);
    channel.postMessage('there?');
  });
  waitInLine();

  return () => {
    closed = true;
    stopBeat();
    cancelSteal?.();
    cancelRetry();
    follow();
    waiting.abort();
    release();
    channel.close();
  };
}
