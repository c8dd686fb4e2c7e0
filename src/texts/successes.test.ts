import { expect, it } from 'vitest';
import { settingsTexts } from '#features/cashbox/texts.ts';
import { bulkTexts } from '#features/order-board/actions/texts.ts';
import { payoutTexts } from '#features/payouts/texts.ts';
import { storesTexts } from '#features/stores/texts.ts';

it('tells what has been done, word for word (E-19)', () => {
  expect([
    storesTexts.answered,
    settingsTexts.saved,
    storesTexts.left('La Esquina'),
    bulkTexts.done.pending,
    payoutTexts.arrived,
  ]).toEqual([
    'Invitación respondida correctamente.',
    'La caja fue configurada correctamente.',
    'Tu usuario fue correctamente eliminado de la tienda La Esquina.',
    'Los pedidos fueron aceptados.',
    'Nuevas rendiciones de dinero.',
  ]);
});
