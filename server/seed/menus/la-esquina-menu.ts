import { laEsquinaCafe } from './la-esquina-cafe.ts';
import { laEsquinaKitchen } from './la-esquina-kitchen.ts';
import { laEsquinaPlates } from './la-esquina-plates.ts';
import type { MenuSection } from './menu.ts';

/** 8 sections, 64 items. */
export const laEsquinaMenu: readonly MenuSection[] = [...laEsquinaCafe, ...laEsquinaKitchen, ...laEsquinaPlates];
