import type { CardBrand } from '#domain/card-form.ts';

export const cardTexts = {
  title: 'Pagar con tarjeta',
  number: 'Número de tarjeta',
  numberHint: 'Los 16 números del frente',
  month: 'Vence: mes',
  year: 'Vence: año',
  securityCode: 'Código de seguridad',
  securityCodeHint: '3 o 4 números',
  holder: 'Nombre del titular',
  holderHint: 'Como figura en la tarjeta',
  documentType: 'Documento',
  documentNumber: 'Número de documento',
  choose: 'Elegí',
  pay: (amount: string): string => `Pagar ${amount}`,
  toPay: 'A pagar',
  sandbox: 'Modo de prueba: no se cobra nada. Con el titular OTHE el pago se rechaza.',
  doubt: 'Estamos verificando el pago. No cobres de nuevo.',
  safe: 'Los datos van directo a Mercado Pago. No se guardan en este dispositivo.',
  offline: 'Necesitás conexión para cobrar con tarjeta',
  loading: 'Conectando con Mercado Pago…',
  notLoaded: 'No pudimos conectar con Mercado Pago.',
  unreachable: 'Mercado Pago no respondió. No se cobró nada: probá de nuevo.',
} as const;

export const cardBrandNames: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  master: 'Mastercard',
  amex: 'American Express',
};
