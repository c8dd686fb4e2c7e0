import { afterEach, describe, expect, it, vi } from 'vitest';
import { mercadoPagoCards } from './mercado-pago-cards.ts';

const card = {
  number: '4509 9535 6623 3704',
  securityCode: '123',
  month: '11',
  year: '2030',
  holder: ' Ana Gómez ',
  documentType: 'DNI',
  documentNumber: '30111222',
};

const created: unknown[] = [];
const asked: unknown[] = [];

/** The vendor's script, which answers with `token` or rejects with `error`. */
function vendor({
  token = { id: 'token-1' } as unknown,
  error = null as unknown,
  brands = [{ id: 'visa' }] as unknown[],
}) {
  created.length = 0;
  asked.length = 0;
  const MercadoPago = class {
    constructor(...made: unknown[]) {
      created.push(made);
    }
    getPaymentMethods = (query: unknown) => {
      asked.push(query);
      return Promise.resolve({ results: brands });
    };
    createCardToken = (sent: unknown) => {
      asked.push(sent);
      // The vendor rejects with a list, not with an Error.
      return error === null ? Promise.resolve(token) : Promise.reject(error);
    };
  };
  vi.stubGlobal('window', { MercadoPago });
}

afterEach(() => vi.unstubAllGlobals());

const account = { gateway: 1, publicKey: 'key' };

describe('the cards of Mercado Pago', () => {
  it('the adapter is created with the store’s key and the locale es-AR (Y-26)', async () => {
    vendor({});
    expect((await mercadoPagoCards({ gateway: 1, publicKey: 'APP_USR-key' })).sandbox).toBe(false);
    expect(created).toEqual([
      ['APP_USR-key', { locale: 'es-AR', advancedFraudPrevention: false, trackingDisabled: true }],
    ]);
  });

  it('exchanges a card for a token; what is kept of it is the brand and the last four digits', async () => {
    vendor({});
    const answer = await (await mercadoPagoCards(account)).createToken(card);
    expect(answer).toEqual({
      kind: 'token',
      card: { token: 'token-1', option: 'visa', last_four_digits: '3704', installments: 1, gateway: 1 },
    });
    expect(asked).toEqual([
      { bin: '45099535' },
      {
        cardNumber: '4509953566233704',
        cardholderName: 'Ana Gómez',
        cardExpirationMonth: '11',
        cardExpirationYear: '2030',
        securityCode: '123',
        identificationType: 'DNI',
        identificationNumber: '30111222',
      },
    ]);
  });

  it.each([
    ['errors of the script', [{ code: 'E301' }, { code: 'E302' }], ['E301', 'E302']],
    ['causes of the server', { cause: [{ code: 205 }] }, ['205']],
  ])('%s are its codes', async (_, error, codes) => {
    vendor({ error });
    expect(await (await mercadoPagoCards(account)).createToken(card)).toEqual({ kind: 'refused', codes });
  });

  it.each([
    ['no answer', { error: new TypeError('network') }],
    ['an answer without a token', { token: {} }],
  ])('%s charges nothing', async (_, answer) => {
    vendor(answer);
    expect(await (await mercadoPagoCards(account)).createToken(card)).toEqual({ kind: 'unreachable' });
  });

  it('a number of no brand is wrong', async () => {
    vendor({ brands: [] });
    const answer = await (await mercadoPagoCards(account)).createToken({ ...card, number: '9999 9999 9999 9995' });
    expect(answer).toEqual({ kind: 'refused', codes: ['E301'] });
  });
});
