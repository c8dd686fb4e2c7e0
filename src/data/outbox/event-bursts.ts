import type { EventFeed, FeedChange } from '#sync/feed.ts';

/**
 * The events of one feed on their way to the screen: the first is applied at once; those that follow before it is
 * painted are applied together.
 */
export class EventBursts {
  #feed: Pick<EventFeed, 'event' | 'events'>;
  #afterPaint: (work: () => void) => void;
  /** Events that wait for the paint of the one before them; null when nothing is being painted. */
  #waiting: FeedChange[] | null = null;

  /** `afterPaint` calls its argument once, after the next paint. */
  constructor(feed: Pick<EventFeed, 'event' | 'events'>, afterPaint: (work: () => void) => void) {
    this.#feed = feed;
    this.#afterPaint = afterPaint;
  }

  hear(change: FeedChange): void {
    if (this.#waiting) {
      this.#waiting.push(change);
      return;
    }
    void this.#feed.event(change);
    const burst: FeedChange[] = [];
    this.#waiting = burst;
    this.#afterPaint(() => {
      this.#waiting = null;
      if (burst.length > 0) void this.#feed.events(burst);
    });
  }
}
