/** Virtual time: events in order, each run to its end (microtasks included) before the next. */
export class World {
  now = 0;
  /** Added to the wall clock of every device; its jumps are one of the faults. */
  wallOffset = 0;
  /** Work outside virtual time (a real database) that must end before time continues. */
  readonly busy = new Set<Promise<unknown>>();
  #heap: Event[] = [];
  #count = 0;

  readonly wall = (): number => 1_780_000_000_000 + this.now + this.wallOffset;

  /** Runs `work` after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): () => void {
    const event: Event = { at: this.now + Math.max(0, ms), n: (this.#count += 1), work };
    push(this.#heap, event);
    return () => {
      event.work = null;
    };
  }

  /** Time stands still until `work` has ended. */
  hold(work: Promise<unknown>): void {
    this.busy.add(work);
    const over = (): void => void this.busy.delete(work);
    work.then(over, over);
  }

  /** All devices sleep: an event due in a minute is due a minute after waking. */
  sleep(ms: number): void {
    this.now += ms;
    for (const event of this.#heap) event.at += ms;
  }

  /** Runs all events due within the next `ms`. */
  async run(ms: number): Promise<void> {
    let end = this.now + ms;
    await this.#settle();
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      pop(this.#heap);
      if (!next.work) continue;
      this.now = next.at;
      next.work();
      await this.#settle();
      // A sleep in between extends the end.
      end = Math.max(end, this.now);
    }
    this.now = end;
  }

  async #settle(): Promise<void> {
    await noMicrotasks();
    while (this.busy.size > 0) {
      await Promise.allSettled(this.busy);
      await noMicrotasks();
    }
  }
}

interface Event {
  at: number;
  readonly n: number;
  work: (() => void) | null;
}

/** Resolves when no microtask is left. */
const noMicrotasks = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.n < b.n);

function push(heap: Event[], event: Event): void {
  let i = heap.push(event) - 1;
  while (i > 0) {
    const up = (i - 1) >> 1;
    const parent = heap[up];
    if (!parent || !before(event, parent)) break;
    heap[i] = parent;
    i = up;
  }
  heap[i] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    const left = heap[child];
    if (!left) break;
    const right = heap[child + 1];
    let smaller = left;
    if (right && before(right, left)) {
      smaller = right;
      child += 1;
    }
    if (!before(smaller, last)) break;
    heap[i] = smaller;
    i = child;
  }
  heap[i] = last;
}

/** Random numbers from a seed (mulberry32): the same seed gives the same history. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from 0 to below-1. */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  uuid(): string {
    const hex = (): string => this.below(0x1_0000).toString(16).padStart(4, '0');
    return `${hex()}${hex()}-${hex()}-7${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`;
  }
}
