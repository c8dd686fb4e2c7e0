import { folded } from '#domain/search.ts';

/**
 * The index that a key selects: arrows wrap around, a letter selects the next label that starts with it; null for other
 * keys.
 */
export function menuTarget(key: string, index: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return index <= 0 ? count - 1 : index - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  for (let step = 1; step <= count; step += 1) {
    const at = (Math.max(index, -1) + step) % count;
    if (folded(labels[at] ?? '').startsWith(folded(key))) return at;
  }
  return null;
}

/** Groups consecutive items with the same heading. */
export function groupItems<T extends { readonly group?: string | undefined }>(
  items: readonly T[],
): { readonly heading: string | undefined; readonly items: T[] }[] {
  const groups: { heading: string | undefined; items: T[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.heading === item.group) last.items.push(item);
    else groups.push({ heading: item.group, items: [item] });
  }
  return groups;
}
