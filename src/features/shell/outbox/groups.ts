/** One thing by itself, or all of one bulk action. */
export interface PendingGroup<T> {
  readonly batchId: string | null;
  readonly items: readonly T[];
}

/** In the order of their first one; what belongs to no bulk action stands alone. */
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
