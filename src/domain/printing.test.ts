import { describe, expect, it } from 'vitest';
import {
  mayPrintByItself,
  type PrinterConfig,
  printerKinds,
  type PrintPoint,
  printPointNameProblem,
  printersOf,
  printRows,
  readPrinterConfig,
  readPrinterConfigs,
  remotePoints,
  twinPoints,
} from './printing.ts';
import { signableCall, type QzRequest, qzText } from './qz-calls.ts';
import { instant } from './time.ts';

const point = (id: number, more: Partial<PrintPoint> = {}): PrintPoint => ({
  id,
  name: `Punto ${id}`,
  shared: 1,
  types: ['commander', 'rejected', 'cashbox'],
  printers: [],
  own: false,
  automatic: false,
  ...more,
});

it('offers the shared print points of others that take every kind of the row (P-11)', () => {
  const points = [
    point(1),
    point(2, { own: true }),
    point(3, { types: ['commander'] }),
    point(4, { types: ['summary', 'cashbox'] }),
    point(5, { shared: 0 }),
  ];
  expect(remotePoints(points, 'commander').map((p) => p.id)).toEqual([1]);
  expect(remotePoints(points, 'cashbox').map((p) => p.id)).toEqual([1, 4]);
  expect(remotePoints(points, 'summary').map((p) => p.id)).toEqual([4]);
  expect(remotePoints(points, 'billing')).toEqual([]);
});

it('knows the others that print by themselves on a printer of the same name', () => {
  const points = [
    point(1, { automatic: true, printers: ['Caja', 'Cocina'] }),
    point(2, { automatic: true, printers: ['Barra'] }),
    point(3, { printers: ['Cocina'] }),
    point(4, { own: true, automatic: true, printers: ['Cocina'] }),
  ];
  expect(twinPoints(points, ['Cocina']).map((p) => p.id)).toEqual([1]);
  expect(twinPoints(points, ['Cocina', 'Barra']).map((p) => p.id)).toEqual([1, 2]);
  expect(twinPoints(points, [])).toEqual([]);
});

it.each([
  ['', 'required'],
  ['  ', 'required'],
  ['ab', 'min-length'],
  [' ab ', 'min-length'],
  ['abc', undefined],
  ['x'.repeat(150), undefined],
  ['x'.repeat(151), 'max-length'],
])('the name of a print point: «%.12s» (P-18)', (name, rule) => {
  expect(printPointNameProblem(name)?.rule).toBe(rule);
});

it('the four rows hold the six kinds, each once (D-14)', () => {
  expect(Object.values(printRows).flat().toSorted()).toEqual(
    ['billing', 'cashbox', 'commander', 'invoice', 'rejected', 'summary'].toSorted(),
  );
});

it('knows the printers of a row, each once', () => {
  const local: PrinterConfig = {
    method: 'local',
    value: 'Caja',
    automatic: true,
    assemblies: { 1: 'Cocina', 2: 'Caja' },
  };
  expect(printersOf(local)).toEqual(['Caja', 'Cocina']);
  expect(printersOf({ method: 'remote', value: 3, automatic: false, assemblies: {} })).toEqual([]);
});

const config: PrinterConfig = { method: 'local', value: 'Caja', automatic: true, assemblies: { 7: 'Cocina' } };

describe('the config of a kind: method, value, automatic, assemblies (P-20)', () => {
  it('is read for each of the six kinds, and no other', () => {
    const remote = { method: 'remote', value: 3, automatic: false, assemblies: {} };
    const stored = Object.fromEntries(printerKinds.map((kind, n) => [kind, n % 2 ? remote : config]));
    expect(readPrinterConfigs(stored)).toEqual(stored);
    expect(readPrinterConfigs({ ...stored, laser: config })).toEqual(stored);
  });

  it.each([
    null,
    'x',
    {},
    { ...config, method: 'usb' },
    { ...config, value: 3 },
    { ...config, value: '' },
    { ...config, method: 'remote' },
    { ...config, method: 'remote', value: 1.5 },
    { ...config, automatic: 'yes' },
    { ...config, assemblies: null },
  ])('%j counts as not set', (stored) => {
    expect(readPrinterConfig(stored)).toBeNull();
  });

  it('forgets what is no printer of a section', () => {
    const stored = { ...config, assemblies: { 7: 'Cocina', x: 'Horno', 8: '', 9: 4 } };
    expect(readPrinterConfig(stored)).toEqual(config);
  });
});

const now = instant(1_700_000_000_000);
const printers = ['Cocina ñandú "1"'];
const check = (request: Partial<QzRequest>, text?: string) => {
  const whole = { call: 'printers.find', timestamp: now, ...request };
  return signableCall(whole, text ?? qzText(whole), { printers, now });
};
const raw = { type: 'raw', format: 'command', flavor: 'base64', data: 'G0A=' };
const print = { printer: { name: printers[0] }, options: { copies: 1, forceRaw: true, size: null }, data: [raw] };

describe('the calls of QZ Tray that are signed (T1)', () => {
  it.each<[string, Partial<QzRequest>]>([
    ['printers.find', { params: {} }],
    ['printers.find', { params: { query: 'Caja' } }],
    ['printers.getDefault', {}],
    ['printers.getDefault', { params: null }],
    ['printers.detail', {}],
    ['printers.startListening', { params: { printerNames: printers, jobData: false, maxJobData: null } }],
    ['print', { params: print }],
  ])('%s %j', (call, more) => {
    expect(check({ call, ...more })).toMatchObject({ ok: true, value: { call } });
  });

  it.each<[string, Partial<QzRequest>, string]>([
    ['file.read', { call: 'file.read', params: { path: '/etc/passwd' } }, 'call'],
    ['serial.sendData', { call: 'serial.sendData' }, 'call'],
    ['socket.open', { call: 'socket.open' }, 'call'],
    ['usb.claimDevice', { call: 'usb.claimDevice' }, 'call'],
    ['hid.openStream', { call: 'hid.openStream' }, 'call'],
    ['networking.device', { call: 'networking.device' }, 'call'],
    ['toString', { call: 'toString' }, 'call'],
    ['a printer of somebody else', { call: 'print', params: { ...print, printer: { name: 'Otra' } } }, 'printer'],
    ['no printer', { call: 'print', params: { ...print, printer: {} } }, 'params'],
    ['a file as printer', { call: 'print', params: { ...print, printer: { file: '/etc/cron.d/x' } } }, 'params'],
    ['a host as printer', { call: 'print', params: { ...print, printer: { host: '10.0.0.1', port: 9100 } } }, 'params'],
    [
      'a name and a host',
      { call: 'print', params: { ...print, printer: { name: printers[0], host: '10.0.0.1' } } },
      'params',
    ],
    ['a picture', { call: 'print', params: { ...print, data: [{ ...raw, type: 'pixel', format: 'html' }] } }, 'params'],
    ['a file as data', { call: 'print', params: { ...print, data: [{ ...raw, flavor: 'file' }] } }, 'params'],
    ['two parts', { call: 'print', params: { ...print, data: [raw, raw] } }, 'params'],
    [
      'text that is no base64',
      { call: 'print', params: { ...print, data: [{ ...raw, data: 'hola mundo' }] } },
      'params',
    ],
    ['options of a part', { call: 'print', params: { ...print, data: [{ ...raw, options: {} }] } }, 'params'],
    ['nested options', { call: 'print', params: { ...print, options: { spool: { size: 1 } } } }, 'params'],
    ['more parameters', { call: 'print', params: { ...print, more: 1 } }, 'params'],
    ['a find with more', { call: 'printers.find', params: { query: 'x', more: 1 } }, 'params'],
    [
      'listening to what others print',
      { call: 'printers.startListening', params: { printerNames: printers, jobData: true } },
      'params',
    ],
    ['listening to all', { call: 'printers.startListening', params: { printerNames: [null] } }, 'params'],
  ])('not %s', (_what, request, field) => {
    expect(check(request)).toMatchObject({
      ok: false,
      failure: { code: 'validation', fields: { [field]: [{ rule: 'invalid' }] } },
    });
  });

  it('not another text than its own: spaces, another order, a key twice', () => {
    const text = qzText({ call: 'printers.find', params: {}, timestamp: now });
    expect(check({ params: {} }, text).ok).toBe(true);
    for (const other of [
      text.replace(',', ', '),
      `{"timestamp":${now},"call":"printers.find","params":{}}`,
      text.replace('{"call"', '{"call":"file.read","call"'),
      `${text} `,
    ])
      expect([other, check({ params: {} }, other).ok]).toEqual([other, false]);
  });

  it.each([
    [60_000, true],
    [-60_000, true],
    [60_001, false],
    [-300_000, false],
  ])('a clock that is %i ms off', (drift, signed) => {
    const checked = check({ timestamp: now + drift });
    expect(checked.ok).toBe(signed);
    if (!checked.ok) expect(checked.failure.params).toEqual({ minutes: String(Math.round(Math.abs(drift) / 60_000)) });
  });
});

it('what prints by itself: papers of orders on a printer of this computer, a closing and an invoice also elsewhere', () => {
  const may = (method: 'local' | 'remote') => printerKinds.filter((kind) => mayPrintByItself(kind, method));
  expect(may('local')).toEqual(['commander', 'summary', 'rejected', 'billing', 'cashbox']);
  expect(may('remote')).toEqual(['billing', 'cashbox']);
});
