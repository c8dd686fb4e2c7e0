import { readFileSync } from 'node:fs';
import { isContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { errorCodes } from '#domain/errors.ts';
import { abilityRules } from '#domain/permissions.ts';
import { errorTexts, failureSentences } from '#texts/errors.ts';
import { buildOrder, pesos } from '#testing/builders.ts';
import { minifiedContract } from './minify.ts';
import { contract } from './contract.ts';
import { errorMessages, httpStatusOf, isErrorCode } from './errors.ts';
import { channelOf, parseChannel } from './events.ts';
import { order } from './orders.ts';
import { listeners } from './stores.ts';
import { readMoney } from './wire/amounts.ts';
import { readShippingCost, writeShippingCost } from './wire/ordering.ts';
import { readOrder, writeOrder } from './wire/orders.ts';
import { currencyOf, readDiscountRule, readStatus, writeDiscountRule, writeStatus } from './wire/stores.ts';

interface Found {
  readonly path: string;
  readonly ability: unknown;
}

function procedures(router: object): Found[] {
  return Object.values(router).flatMap((node: unknown): Found[] => {
    if (isContractProcedure(node)) {
      const { route, meta } = node['~orpc'];
      return [{ path: `${route.method} ${route.path}`, ability: 'ability' in meta ? meta.ability : null }];
    }
    return typeof node === 'object' && node !== null ? procedures(node) : [];
  });
}

describe('the contract', () => {
  const all = procedures(contract);

  it('gives every endpoint a row of the table of rights (Q-09)', () => {
    expect(all.length).toBeGreaterThan(10);
    for (const { ability } of all) expect(Object.keys(abilityRules)).toContain(ability);
  });

  it('names every endpoint once', () => {
    expect(new Set(all.map((p) => p.path)).size).toBe(all.length);
  });

  it('keeps orders and store calls under their bases', () => {
    for (const { path } of all) if (path.includes('/orders')) expect(path).toMatch(/ \/store\/\{store_id\}\/orders/);
  });

  it('ships in its minified form, which is current', () => {
    for (const part of ['contract', 'contract-printing', 'contract-billing', 'contract-guests'] as const) {
      const shipped = readFileSync(new URL(`${part}.gen.ts`, import.meta.url), 'utf8');
      const squeeze = (text: string): string => text.replaceAll(/["'\s,;]/g, '');
      expect(squeeze(shipped)).toBe(squeeze(minifiedContract(part)));
    }
  });
});

describe('errors on the wire', () => {
  it('each code has an HTTP status and a Spanish sentence (E-06, E-20, N-17)', () => {
    for (const code of errorCodes) {
      expect(httpStatusOf).toHaveProperty(code);
      expect(errorTexts[code]).toMatch(/[.:}]$/);
    }
    expect(isErrorCode('conflict')).toBe(true);
    expect(isErrorCode('nope')).toBe(false);
  });

  it.each([
    ['a message alone', { message: 'No.' }, ['No.'], {}],
    [
      'errors by field',
      { message: 'Revisá.', errors: { email: ['Uno', 'Dos'], phone: ['Tres'] } },
      ['Uno', 'Dos', 'Tres'],
      { email: ['Uno', 'Dos'], phone: ['Tres'] },
    ],
    ['errors as a list', { message: 'Revisá.', errors: ['Uno', { message: 'Dos' }] }, ['Uno', 'Dos'], {}],
    ['no body', null, [], {}],
    ['HTML', '<html>', [], {}],
  ])('reads %s (E-04, N-17)', (_, body, messages, fields) => {
    expect(errorMessages(body)).toEqual({ messages, fields });
  });

  it('has its own words without an answer, for 404 and for 429 (E-01, E-02, E-03, E-05)', () => {
    expect(failureSentences({ code: 'no_response', messages: [] })).toEqual(['Ocurrió un error con la petición.']);
    expect(failureSentences({ code: 'not_found', messages: ['otra'] })).toEqual([
      'No se encontró la información que buscaba.',
    ]);
    expect(failureSentences({ code: 'too_many_requests', messages: ['otra'] })).toEqual([
      'Demasiados intentos, aguarde un momento y vuelva a intentar.',
    ]);
    expect(failureSentences({ code: 'internal', messages: [] })).toEqual([
      'No se pudo procesar su solicitud, por favor intente en unos momentos.',
    ]);
    expect(failureSentences({ code: 'conflict', messages: ['Del servidor.'] })).toEqual(['Del servidor.']);
  });
});

describe('the wire', () => {
  it('takes amounts that the currency can hold and refuses the rest (N-14)', () => {
    expect(readMoney(1234.5, { symbol: '$ ', decimals: 2 })).toBe(123_450);
    expect(() => readMoney(0.005, { symbol: '$ ', decimals: 2 })).toThrow('decimals');
    expect(() => readMoney(10.5, { symbol: 'Gs. ', decimals: 0 })).toThrow('decimals');
    expect(() => readMoney(Number.NaN, { symbol: '$ ', decimals: 2 })).toThrow('decimals');
  });

  it('falls back to the default currency (M-01)', () => {
    expect(currencyOf({ info: { personalize: { currency: null } } })).toEqual({ symbol: '$ ', decimals: 2 });
  });

  it('knows the misspelt key of the status and nobody else does (D-10, T-03)', () => {
    const status = {
      open: true,
      immediate: { open: true, services: { LOCAL: true, TAKEAWAY: false, DELIVERY: true } },
      preorder: false,
      delay: 10,
      autoclose: null,
      autoclose_asked: false,
      autoclose_accepted: false,
      paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
    };
    expect(writeStatus(status).type.inmediate.services.TAKEAWAY).toBe(false);
    expect(readStatus(writeStatus(status))).toEqual(status);
  });

  it('carries discount rules of both kinds there and back', () => {
    const scope = {
      id: 1,
      name: 'x',
      catalogs: ['ONLINE' as const],
      from: null,
      to: '2026-12-31',
      days: [5 as const],
      target: [3],
    };
    const percentage = { ...scope, type: 'PERCENTAGE' as const, value: 10 };
    const products = {
      ...scope,
      type: 'PRODUCTS' as const,
      products_from: 3,
      products_to: 2,
      products_combination: 'ANY' as const,
    };
    expect(readDiscountRule(writeDiscountRule(percentage))).toEqual(percentage);
    expect(readDiscountRule(writeDiscountRule(products))).toEqual(products);
    expect(() => readDiscountRule({ ...writeDiscountRule(percentage), value: null })).toThrow('value');
  });

  it('carries the price difference of an offline sale there and back; answers stored before it existed have none (N-15)', () => {
    const currency = { symbol: '$ ', decimals: 2 };
    const sold = buildOrder({ price_difference: pesos(-200.5) });
    const wire = writeOrder(sold, currency);
    expect(wire.price_difference).toBe(-200.5);
    expect(readOrder(z.parse(order, wire), currency).price_difference).toBe(sold.price_difference);
    const { price_difference: _, ...older } = wire;
    expect(z.parse(order, older).price_difference).toBeNull();
  });

  it('carries what a customer ordered before there and back; answers and snapshots from before it existed have none (B-79)', () => {
    const currency = { symbol: '$ ', decimals: 2 };
    const user = { id: 6, fullname: 'Federico Molina', confidence: 8.5 };
    const orders_resume = { success: { count: 12 }, false_order: { count: 1 } };
    const wire = writeOrder(buildOrder({ user: { ...user, orders_resume } }), currency);
    expect(readOrder(z.parse(order, wire), currency).user).toEqual({ ...user, orders_resume });
    expect(z.parse(order, { ...wire, user }).user?.orders_resume).toBeNull();
    // A device may hold an order stored before the field existed; its snapshot goes back on the wire, too.
    expect(writeOrder(buildOrder({ user }), currency).user).toEqual({ ...user, orders_resume: null });
  });

  it('carries the promo codes of an order there and back, percent or money (K-30, N-14)', () => {
    const currency = { symbol: '$ ', decimals: 2 };
    const promocodes = [
      { code: 'DIEZ', type: 'PERCENTAGE' as const, value: 10 },
      { code: 'MIL', type: 'AMOUNT' as const, value: pesos(1_000.5) },
    ];
    const wire = writeOrder(buildOrder({ promocodes }), currency);
    expect(wire.promocodes).toEqual([promocodes[0], { code: 'MIL', type: 'AMOUNT', value: 1_000.5 }]);
    expect(readOrder(z.parse(order, wire), currency).promocodes).toEqual(promocodes);
  });

  it('carries a shipping cost there and back; no free delivery and no minimum stay none (K-52, N-40)', () => {
    const currency = { symbol: 'Gs. ', decimals: 0 };
    const wire = { fee_base: 10_000, fee_free: null, order_minimum: 30_000, raining: true, high_wait: false };
    expect(writeShippingCost(readShippingCost(wire, currency), currency)).toEqual(wire);
    expect(() => readShippingCost({ ...wire, fee_base: 0.5 }, currency)).toThrow('decimals');
  });

  it('names channels and reads them back; strangers are none (R-01, R-02, D-30)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.constantFrom(...listeners), (storeId, audience) => {
        expect(parseChannel(channelOf(storeId, audience))).toEqual({ storeId, audience });
      }),
    );
    for (const odd of [
      'private-store.0',
      'private-store.01',
      'private-store.7.owner',
      'presence-store.7',
      'private-store.',
      'x-private-store.7',
    ])
      expect(parseChannel(odd)).toBeNull();
  });
});
