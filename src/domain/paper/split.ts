/** Where comandas go (P-20): the kind's own printer, and the printers of single assemblies by their id. */
export interface CommanderPrinters {
  readonly value: string;
  readonly assemblies: Readonly<Record<number, string>>;
}

/** The lines that one printer gets. */
export interface PrinterShare<Line> {
  readonly printer: string;
  readonly lines: readonly Line[];
}

/**
 * Which printer prints which lines of a comanda, one share for each printer that gets any: lines of an assembly on its
 * printer, all others on the kind's own (P-23, N-33). The order of the lines stays.
 */
export function sharesByPrinter<Line extends { readonly id: number }>(
  lines: readonly Line[],
  assemblyOf: (itemId: number) => number | null,
  { value, assemblies }: CommanderPrinters,
): PrinterShare<Line>[] {
  const shares = new Map<string, Line[]>();
  for (const line of lines) {
    const assembly = assemblyOf(line.id);
    const printer = (assembly === null ? undefined : assemblies[assembly]) || value;
    shares.set(printer, [...(shares.get(printer) ?? []), line]);
  }
  return [...shares].map(([printer, own]) => ({ printer, lines: own }));
}
