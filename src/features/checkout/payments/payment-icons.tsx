import type { ReactNode } from 'react';
import type { PaymentMethod } from '#domain/store.ts';
import { IconCard, IconCoins, IconDevice, IconMessage, IconQr, IconSend } from '#ui/icons.tsx';

const card = <IconCard size={22} />;
const phone = <IconDevice size={22} />;

export const paymentIcons: Readonly<Record<PaymentMethod, ReactNode>> = {
  agree: <IconMessage size={22} />,
  cash: <IconCoins size={22} />,
  card,
  'card-credit': card,
  'card-debit': card,
  'mercadopago-online': phone,
  'mercadopago-qr': <IconQr size={22} />,
  'cuenta-dni': phone,
  'bank-transfer': <IconSend size={22} />,
  bancard: card,
  'pos-mobile': card,
};
