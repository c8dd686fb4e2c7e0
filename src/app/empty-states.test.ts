import { expect, it } from 'vitest';
import { productTexts } from '#features/catalog/texts.ts';
import { codesTexts } from '#features/codes/texts.ts';
import { mapsTexts } from '#features/maps/texts.ts';
import { listTexts } from '#features/order-board/list/texts.ts';
import { nearbyTexts } from '#features/storefront/texts.ts';
import { orderTakingTexts } from '#texts/order-taking.ts';
import { uiTexts } from '#ui/texts.ts';

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
