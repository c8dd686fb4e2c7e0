import { create } from 'zustand';
import type { TourId } from '#domain/tours.ts';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';

/** What a person has seen of the guides on this device. */
interface SeenGuides {
  /** The first tour does not open by itself any more (O-05). */
  readonly dismissed: boolean;
  /** Tours that were walked to their end. */
  readonly finished: readonly string[];
  /** The step at which a tour was left, from 0. */
  readonly left: Readonly<Record<string, number>>;
}

/** By user id. */
type Guides = Readonly<Record<string, SeenGuides>>;

const nothing: SeenGuides = { dismissed: false, finished: [], left: {} };

const isSeen = (value: unknown): value is SeenGuides =>
  isObject(value) &&
  typeof value['dismissed'] === 'boolean' &&
  Array.isArray(value['finished']) &&
  isObject(value['left']);

const record = localRecord<Guides>(
  'guides',
  1,
  (value): value is Guides => isObject(value) && Object.values(value).every(isSeen),
);

const useGuides = create<Guides>(() => record.read() ?? {});

const seenBy = (all: Guides, userId: number): SeenGuides => all[userId] ?? nothing;

export const seenGuides = (userId: number): SeenGuides => seenBy(useGuides.getState(), userId);
export const useSeenGuides = (userId: number): SeenGuides => useGuides((all) => seenBy(all, userId));

function change(userId: number, next: Partial<SeenGuides>): void {
  const all = useGuides.getState();
  const changed = { ...all, [userId]: { ...seenBy(all, userId), ...next } };
  record.write(changed);
  useGuides.setState(changed);
}

export const dismissFirstGuide = (userId: number): void => change(userId, { dismissed: true });

/** A person who was shown a tour needs no first one. */
export function noteGuideLeft(userId: number, tour: TourId, step: number): void {
  change(userId, { dismissed: true, left: { ...seenGuides(userId).left, [tour]: step } });
}

export function noteGuideFinished(userId: number, tour: TourId): void {
  const { finished, left } = seenGuides(userId);
  const { [tour]: _, ...others } = left;
  change(userId, {
    dismissed: true,
    finished: finished.includes(tour) ? finished : [...finished, tour],
    left: others,
  });
}
