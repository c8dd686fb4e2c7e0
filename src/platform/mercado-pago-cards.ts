import type { CardAccount, CardForm } from '#domain/card-form.ts';
import { cardBrand, cardDigits } from '#domain/card-form.ts';
import { isObject } from '#domain/unknown.ts';
import type { CardAnswer, CardProvider } from './card-provider.ts';

/** What the vendor's script puts into the page, as far as it is used here. */
interface Vendor {
  readonly getPaymentMethods: (query: { readonly bin: string }) => Promise<unknown>;
  readonly createCardToken: (card: Readonly<Record<string, string>>) => Promise<unknown>;
}

interface VendorOptions {
  readonly locale: string;
  readonly advancedFraudPrevention: boolean;
  readonly trackingDisabled: boolean;
}

type VendorClass = new (publicKey: string, options: VendorOptions) => Vendor;

declare global {
  interface Window {
    /** Set by the vendor's script. */
    readonly MercadoPago?: VendorClass;
  }
}

const script = 'https://sdk.mercadopago.com/js/v2';
/** The locale of Y-26. Without its tracking and its device check the script loads nothing from further addresses. */
const options: VendorOptions = { locale: 'es-AR', advancedFraudPrevention: false, trackingDisabled: true };
/** The digits by which the provider knows the issuer. */
const binDigits = 8;

let loading: Promise<void> | null = null;

/** Loads the vendor's script once; after a failure a later call tries again. */
function loadScript(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      loading = null;
      element.remove();
      reject(new Error('the card provider did not load'));
    });
    document.head.append(element);
  });
  return loading;
}

/** The codes of a refusal: the vendor's script rejects with a list of errors, its server with a list of causes. */
function codesOf(error: unknown): string[] {
  const list = Array.isArray(error) ? error : isObject(error) && Array.isArray(error['cause']) ? error['cause'] : [];
  return list.flatMap((entry: unknown) => {
    const code = isObject(entry) ? entry['code'] : null;
    return typeof code === 'string' || typeof code === 'number' ? [String(code)] : [];
  });
}

async function brandOf(vendor: Vendor, digits: string): Promise<string | null> {
  const found = await vendor.getPaymentMethods({ bin: digits.slice(0, binDigits) });
  const [first]: unknown[] = isObject(found) && Array.isArray(found['results']) ? found['results'] : [];
  return isObject(first) && typeof first['id'] === 'string' ? first['id'] : null;
}

async function exchange(vendor: Vendor, gateway: number, card: CardForm): Promise<CardAnswer> {
  const digits = cardDigits(card.number);
  try {
    const option = (await brandOf(vendor, digits)) ?? cardBrand(digits);
    // The provider knows no brand with this number.
    if (option === null) return { kind: 'refused', codes: ['E301'] };
    const made = await vendor.createCardToken({
      cardNumber: digits,
      cardholderName: card.holder.trim(),
      cardExpirationMonth: card.month,
      cardExpirationYear: card.year,
      securityCode: card.securityCode,
      identificationType: card.documentType,
      identificationNumber: card.documentNumber,
    });
    if (!isObject(made) || typeof made['id'] !== 'string') return { kind: 'unreachable' };
    return {
      kind: 'token',
      card: { token: made['id'], option, last_four_digits: digits.slice(-4), installments: 1, gateway },
    };
  } catch (error) {
    const codes = codesOf(error);
    return codes.length > 0 ? { kind: 'refused', codes } : { kind: 'unreachable' };
  }
}

/** Mercado Pago's cards, by its own script; a store with a real public key alone loads it. */
export async function mercadoPagoCards({ gateway, publicKey }: CardAccount): Promise<CardProvider> {
  if (window.MercadoPago === undefined) await loadScript();
  const Vendor = window.MercadoPago;
  if (Vendor === undefined) throw new Error('the card provider did not load');
  const vendor = new Vendor(publicKey, options);
  return { sandbox: false, createToken: (card) => exchange(vendor, gateway, card) };
}
