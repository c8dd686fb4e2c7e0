import { fail, ok, type Result } from './errors.ts';
import { qzClockDriftMs } from './limits.ts';
import type { Instant } from './time.ts';
import { isObject } from './unknown.ts';

/*
 * A signature makes QZ Tray do what it signs without asking, and QZ Tray can also read files and open sockets. So the
 * server signs these calls only, whole and without anything more than our client sends (docs/threats.md T1).
 */

/** A call that may be signed, and the printers that it names. */
export interface SignableCall {
  readonly call: string;
  readonly printers: readonly string[];
}

const invalid = (field: string) => fail('validation', { fields: { [field]: [{ rule: 'invalid' }] } });

type Params = Readonly<Record<string, unknown>>;

const has = (value: Params, ...allowed: readonly string[]): boolean =>
  Object.keys(value).every((key) => allowed.includes(key));

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Raw bytes for a printer by its name: no file, no host, no port. */
function printedOn({ printer, options, data, ...more }: Params): string[] | null {
  if (Object.keys(more).length > 0 || !isObject(printer) || !has(printer, 'name')) return null;
  if (typeof printer['name'] !== 'string' || printer['name'] === '') return null;
  if (!isObject(options) || !Object.values(options).every(isScalar)) return null;
  if (!Array.isArray(data) || data.length !== 1) return null;
  const [part]: unknown[] = data;
  if (!isObject(part) || !has(part, 'type', 'format', 'flavor', 'data')) return null;
  const { type, format, flavor, data: bytes } = part;
  const raw = type === 'raw' && format === 'command' && flavor === 'base64';
  return raw && typeof bytes === 'string' && /^[\d+/A-Za-z]+={0,2}$/.test(bytes) ? [printer['name']] : null;
}

/** Listens to the state of printers; with `jobData` it would read what others print. */
function listenedTo({ printerNames, ...more }: Params): string[] | null {
  const quiet = Object.values(more).every((value) => value === null || value === false);
  if (!quiet || !Array.isArray(printerNames) || printerNames.length === 0) return null;
  const names: unknown[] = printerNames;
  return names.every((name): name is string => typeof name === 'string') ? names : null;
}

const nothing = (params: Params): string[] | null => (Object.keys(params).length === 0 ? [] : null);

/** The calls, each with what its parameters name; null: no parameters that our client sends. */
const calls: Readonly<Record<string, (params: Params) => string[] | null>> = {
  'printers.find': (params) =>
    has(params, 'query') && (params['query'] === undefined || typeof params['query'] === 'string') ? [] : null,
  'printers.getDefault': nothing,
  'printers.detail': nothing,
  'printers.startListening': listenedTo,
  print: printedOn,
};

/** A call as QZ Tray gets it. */
export interface QzRequest {
  readonly call: string;
  readonly params?: unknown;
  /** Milliseconds since 1970, by the clock of the computer that prints. */
  readonly timestamp: number;
}

/** The text that is signed: call, params, timestamp, in that order. */
export const qzText = ({ call, params, timestamp }: QzRequest): string => JSON.stringify({ call, params, timestamp });

/**
 * Whether the call may be signed for a print point with these printers. `text` is what was sent: it must be the request's
 * own text, without spaces and without a key twice. Errors: validation at call, params, printer or timestamp; the last
 * one with the sentence about the clock.
 */
export function signableCall(
  request: QzRequest,
  text: string,
  { printers, now }: { readonly printers: readonly string[]; readonly now: Instant },
): Result<SignableCall> {
  if (text !== qzText(request)) return invalid('params');
  const { call, params = {}, timestamp } = request;
  const rule = Object.hasOwn(calls, call) ? calls[call] : undefined;
  if (!rule) return invalid('call');
  const named = params === null ? rule({}) : isObject(params) && !Array.isArray(params) ? rule(params) : null;
  if (!named) return invalid('params');
  if (!named.every((name) => printers.includes(name))) return invalid('printer');
  const driftMs = Math.abs(timestamp - now);
  if (driftMs > qzClockDriftMs)
    return fail('validation', {
      fields: { timestamp: [{ rule: 'invalid' }] },
      params: { minutes: String(Math.round(driftMs / 60_000)) },
    });
  return ok({ call, printers: named });
}
