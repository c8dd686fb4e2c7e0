/** The card sizes of A− and A+, in percent. */
export const zoomSteps = [85, 100, 115, 130, 150, 175] as const;

/** The next size in that direction; null at the limit. */
export function nextZoom(current: number, direction: 1 | -1): number | null {
  const beyond =
    direction === 1 ? zoomSteps.filter((z) => z > current) : zoomSteps.filter((z) => z < current).toReversed();
  return beyond[0] ?? null;
}
