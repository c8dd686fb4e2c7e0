import { expect, it } from 'vitest';
import { productTexts } from '#features/catalog/texts.ts';
import { codesTexts } from '#features/codes/texts.ts';
import { mapsTexts } from '#features/maps/texts.ts';
import { listTexts } from '#features/order-board/list/texts.ts';
import { boardTexts } from '#features/order-board/texts.ts';
import { payoutTexts } from '#features/payouts/texts.ts';
import { statusTexts } from '#features/store-status/texts.ts';
import { nearbyTexts } from '#features/storefront/texts.ts';
import { storesTexts } from '#features/stores/texts.ts';
import { ticketTexts } from '#features/tickets/texts.ts';
import { orderTakingTexts } from '#texts/order-taking.ts';
import { uiTexts } from '#ui/texts.ts';

it('the empty states of account and support are word for word (E-17)', () => {
  expect([
    storesTexts.empty,
    ticketTexts.empty,
    payoutTexts.empty,
    statusTexts.noHours,
    codesTexts.none,
    boardTexts.empty,
  ]).toEqual([
    'No se encontraron tiendas.',
    'No se encontraron tickets.',
    'No se encontraron rendiciones de dinero.',
    'El comercio no posee horarios cargados',
    'No se encontraron códigos.',
    'No se encontraron pedidos.',
  ]);
});

it('the empty states of the order area are word for word (E-18)', () => {
  expect([
    listTexts.empty,
    nearbyTexts.empty,
    orderTakingTexts.noProducts,
    productTexts.noOptions,
    uiTexts.noOptions,
    mapsTexts.none,
    codesTexts.none,
    uiTexts.noResults,
  ]).toEqual([
    'No se encontraron pedidos.',
    'No se encontraron tiendas para tu ubicación.',
    'No hay productos.',
    'No hay opciones disponibles.',
    'No hay elementos.',
    'No se encontraron mapas.',
    'No se encontraron códigos.',
    'No se encontraron resultados.',
  ]);
});
