import type { FieldProblem } from './errors.ts';
import { firstProblem, maxLength, minLength, required } from './fields.ts';
import { printPointNameChars } from './limits.ts';
import { isObject } from './unknown.ts';

/** What is printed (P-20). */
export const printerKinds = ['commander', 'summary', 'rejected', 'invoice', 'billing', 'cashbox'] as const;
export type PrinterKind = (typeof printerKinds)[number];

/** What a job prints about. */
export const printedTypes = ['order', 'orderGroup', 'cashbox'] as const;
export type PrintedType = (typeof printedTypes)[number];

/** A computer that prints, also for other devices when it is shared (P-17). */
export interface PrintPoint {
  readonly id: number;
  readonly name: string;
  /** 1: every device of the store may send jobs to it. */
  readonly shared: 0 | 1;
  /** What other devices may send to it. */
  readonly types: readonly PrinterKind[];
  /** The names of its printers, as its operating system knows them. Only these may be printed on (docs/threats.md T1). */
  readonly printers: readonly string[];
  /** It is the device that asks. */
  readonly own: boolean;
  /** It prints comandas by itself. */
  readonly automatic: boolean;
}

/** The first problem of a print point's name (P-18); null: it is fine. */
export function printPointNameProblem(typed: string): FieldProblem | null {
  const name = typed.trim();
  const { min, max } = printPointNameChars;
  return firstProblem(required(name), minLength(name, min), maxLength(name, max));
}

/** The rows of the print card, in their order (P-05). */
export const printRowNames = ['commander', 'summary', 'billing', 'cashbox'] as const;
export type PrintRow = (typeof printRowNames)[number];

/** The kinds that a row sets; the first one stands for its destination (D-14). */
export const printRows = {
  commander: ['commander', 'rejected'],
  summary: ['summary'],
  billing: ['billing', 'invoice'],
  cashbox: ['cashbox'],
} as const satisfies Readonly<Record<PrintRow, readonly PrinterKind[]>>;

/**
 * Where a kind is printed, on this device only (P-20). `value`: the name of a printer of this computer, or the id of a
 * print point. `assemblies`: the printer of each kitchen section that has its own, by its id (P-23).
 */
export type PrinterConfig = {
  readonly automatic: boolean;
  readonly assemblies: Readonly<Record<string, string>>;
} & ({ readonly method: 'local'; readonly value: string } | { readonly method: 'remote'; readonly value: number });

/** The kinds that are set; the others are not printed. */
export type PrinterConfigs = Readonly<Partial<Record<PrinterKind, PrinterConfig>>>;

/** A stored config; null for anything else. */
export function readPrinterConfig(stored: unknown): PrinterConfig | null {
  if (!isObject(stored)) return null;
  const { method, value, automatic, assemblies } = stored;
  if (typeof automatic !== 'boolean' || !isObject(assemblies)) return null;
  const names = Object.entries(assemblies).flatMap(([id, name]) =>
    /^[1-9]\d{0,9}$/.test(id) && typeof name === 'string' && name !== '' ? [[id, name] as const] : [],
  );
  const more = { automatic, assemblies: Object.fromEntries(names) };
  if (method === 'local' && typeof value === 'string' && value !== '') return { method, value, ...more };
  if (method === 'remote' && Number.isInteger(value) && Number(value) > 0)
    return { method, value: Number(value), ...more };
  return null;
}

/** What a device stored of its printers, without what cannot be read. */
export function readPrinterConfigs(stored: unknown): PrinterConfigs {
  if (!isObject(stored)) return {};
  const configs: Partial<Record<PrinterKind, PrinterConfig>> = {};
  for (const kind of printerKinds) {
    const config = readPrinterConfig(stored[kind]);
    if (config) configs[kind] = config;
  }
  return configs;
}

/** The print points that a device may send this row to: those of others that take all its kinds (P-11). */
export const remotePoints = (points: readonly PrintPoint[], row: PrintRow): PrintPoint[] =>
  points.filter(
    ({ own, shared, types }) => !own && shared === 1 && printRows[row].every((kind) => types.includes(kind)),
  );

/**
 * The print points of others that print comandas by themselves and have a printer of one of these names. On another
 * computer the name is another printer, which prints for itself (decision 040); only a person knows whether two browsers
 * of one computer, or a printer of the network, make it the same one.
 */
export const twinPoints = (points: readonly PrintPoint[], printers: readonly string[]): PrintPoint[] =>
  points.filter((point) => !point.own && point.automatic && point.printers.some((name) => printers.includes(name)));

/**
 * Whether a device may print the kind by itself there. Papers of orders follow events, so the computer with the printer
 * prints them; a closing and an invoice follow what a person does on this device, also when it prints elsewhere. By the
 * kind 'invoice' a person prints (D-14).
 */
export const mayPrintByItself = (kind: PrinterKind, method: PrinterConfig['method']): boolean =>
  kind === 'cashbox' || kind === 'billing' || (kind !== 'invoice' && method === 'local');

/** The printers that a row prints on, each once. */
export const printersOf = (config: PrinterConfig): string[] =>
  config.method === 'local' ? [...new Set([config.value, ...Object.values(config.assemblies)])] : [];

/** The printers of this computer that a store prints on, each once. */
export const localPrinters = (configs: PrinterConfigs): string[] => [
  ...new Set(Object.values(configs).flatMap(printersOf)),
];
