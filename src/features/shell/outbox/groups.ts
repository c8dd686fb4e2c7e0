/** A single item, or all items of one bulk action. */
export interface PendingGroup<T> {
  readonly batchId: string | null;
  readonly items: readonly T[];
}

/** Groups in the order of their first items; an item without a bulk action is its own group. */
export function groupsOf<T>(items: readonly T[], batchOf: (item: T) => string | null): PendingGroup<T>[] {
  const groups: { batchId: string | null; items: T[] }[] = [];
  for (const item of items) {
    const batchId = batchOf(item);
    const known = batchId === null ? undefined : groups.find((g) => g.batchId === batchId);
    if (known) known.items.push(item);
    else groups.push({ batchId, items: [item] });
  }
  return groups;
}
