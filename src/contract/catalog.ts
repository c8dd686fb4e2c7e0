import * as z from 'zod/mini';
import { combinations } from '#domain/discounts.ts';
import { catalogType, date, id, pathId, positiveDecimal } from './fields.ts';
import { procedure } from './procedure.ts';

export const additional = z.object({
  id,
  name: z.string(),
  price: positiveDecimal,
  max: z.int(),
  quantity: z.int(),
  unit_price: positiveDecimal,
  group_id: id,
});

export const group = z.object({
  id,
  name: z.string(),
  constraints: z.object({ min: z.int(), max: z.int() }),
  additionals: z.array(additional),
});

export const item = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  price: positiveDecimal,
  image_sm: z.nullable(z.string()),
  image_md: z.nullable(z.string()),
  section_id: id,
  groups: z.array(group),
  catalogs: z.nullable(z.array(catalogType)),
  assembly_id: z.nullable(id),
});

export const section = z.object({ id, name: z.string() });

export const catalog = z.object({ id, sections: z.array(section), items: z.array(item) });

/** M-06. `value` is for PERCENTAGE, `products_*` for PRODUCTS. */
export const discountRule = z.object({
  id,
  name: z.string(),
  catalogs: z.array(catalogType),
  from: z.nullable(date),
  to: z.nullable(date),
  days: z.nullable(z.array(z.literal([1, 2, 3, 4, 5, 6, 7]))),
  target: z.nullable(z.array(id)),
  type: z.enum(['PERCENTAGE', 'PRODUCTS']),
  value: z.nullable(z.number()),
  products_from: z.nullable(z.int()),
  products_to: z.nullable(z.int()),
  products_combination: z.nullable(z.enum(combinations)),
});

const catalogPath = z.object({ store_id: pathId, id: pathId });

/** C-48. */
export const catalogsContract = {
  get: procedure('catalog.read', 'GET', '/store/{store_id}/catalog', 'The catalog')
    .meta({ ability: 'catalog.read', cache: 'revalidate' })
    .input(z.object({ store_id: pathId, type: z.optional(catalogType) }))
    .output(catalog),
  items: procedure('catalog.read', 'GET', '/store/{store_id}/catalog/{id}/items', 'Items of a catalog')
    .meta({ ability: 'catalog.read', cache: 'revalidate' })
    .input(catalogPath)
    .output(z.array(item)),
  sections: procedure('catalog.read', 'GET', '/store/{store_id}/catalog/{id}/sections', 'Sections of a catalog')
    .meta({ ability: 'catalog.read', cache: 'revalidate' })
    .input(catalogPath)
    .output(z.array(section)),
};
