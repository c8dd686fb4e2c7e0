/** Lower case without accents, for searches (C-16, D-37). */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The options whose label contains every typed word, in any order, ignoring accents. */
export function matching<T extends { readonly label: string }>(options: readonly T[], typed: string): readonly T[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const label = folded(option.label);
    return words.every((word) => label.includes(word));
  });
}
