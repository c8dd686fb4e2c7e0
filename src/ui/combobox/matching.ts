const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The options whose label contains every typed word, in any order, ignoring accents. */
export function matching<T extends { readonly label: string }>(options: readonly T[], typed: string): readonly T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const label = plain(option.label);
    return words.every((word) => label.includes(word));
  });
}
