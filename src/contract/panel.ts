import * as z from 'zod/mini';
import { combinations } from '#domain/discounts.ts';
import {
  cashboxHoursMax,
  catalogChangesMax,
  codeMaxChars,
  descriptionMaxChars,
  discountTargetMax,
  itemDescriptionMaxChars,
  itemGroupsMax,
  lineQuantityMax,
  pictureAddressMaxChars,
  storeDelayMaximumMinutes,
} from '#domain/limits.ts';
import { catalogTypes } from '#domain/store.ts';
import { vatRates } from '#domain/vat.ts';
import { catalogType, date, id, positiveDecimal, requiredText, text, timestamp } from './fields.ts';
import { drawingText } from './floor-map.ts';
import { gateway } from './stores.ts';

/*
 * The bodies of the partner panel's calls. A body names its entity by `id`, or without one by its name (a code by its
 * code), so that repeating a call changes nothing more; a name that the store does not have makes a new entity.
 */
const known = { id: z.optional(id) };
const name = requiredText(descriptionMaxChars);
const nullable = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null);
/** null, absent: all. */
const catalogTypeList = z.array(catalogType).check(z.minLength(1), z.maxLength(catalogTypes.length));
/** A path of this server or an https address (docs/threats.md T10). */
const picture = text(pictureAddressMaxChars).check(z.regex(/^(https:\/\/|\/(?![/\\]))[\x21-\x7e]+$/));

const constraints = z
  .object({
    min: z.int().check(z.gte(0), z.lte(lineQuantityMax)),
    max: z.int().check(z.gte(1), z.lte(lineQuantityMax)),
  })
  .check(z.refine(({ min, max }) => min <= max, { path: ['max'], error: 'invalid' }));

const panelItem = z.object({
  ...known,
  name,
  description: nullable(requiredText(itemDescriptionMaxChars)),
  price: positiveDecimal,
  image_sm: nullable(picture),
  image_md: nullable(picture),
  section_id: id,
  catalogs: nullable(catalogTypeList),
  assembly_id: nullable(id),
  /** Tenths of a percent; null: the country's usual rate; absent: as it is. */
  vat_rate: z.optional(z.nullable(z.literal([...new Set([...vatRates.AR, ...vatRates.PY])]))),
  groups: z._default(
    z
      .array(
        z.object({
          ...known,
          name,
          constraints,
          additionals: z
            .array(
              z.object({
                ...known,
                name,
                price: positiveDecimal,
                max: z.int().check(z.gte(1), z.lte(lineQuantityMax)),
              }),
            )
            .check(z.minLength(1), z.maxLength(itemGroupsMax)),
        }),
      )
      .check(z.maxLength(itemGroupsMax)),
    [],
  ),
});
export type PanelItem = z.infer<typeof panelItem>;

/** Sections and products to be added or replaced; all others stay. A product's groups are replaced with it. */
export const panelCatalog = z
  .object({
    sections: z._default(z.array(z.object({ ...known, name })).check(z.maxLength(catalogChangesMax)), []),
    items: z._default(z.array(panelItem).check(z.maxLength(catalogChangesMax)), []),
  })
  .check(z.refine(({ sections, items }) => sections.length + items.length > 0, { path: ['items'], error: 'invalid' }));

export const panelCode = z.object({
  ...known,
  code: requiredText(codeMaxChars),
  description: name,
  type: z._default(catalogType, 'LOCAL'),
  group: z.boolean(),
  default: z._default(z.boolean(), false),
});

const scope = {
  ...known,
  name,
  catalogs: catalogTypeList,
  from: nullable(date),
  to: nullable(date),
  days: nullable(z.array(z.literal([1, 2, 3, 4, 5, 6, 7])).check(z.minLength(1), z.maxLength(7))),
  target: nullable(z.array(id).check(z.minLength(1), z.maxLength(discountTargetMax))),
};
const quantity = z.int().check(z.gte(1), z.lte(lineQuantityMax));

/** M-06. */
export const panelDiscount = z
  .discriminatedUnion('type', [
    z.object({ ...scope, type: z.literal('PERCENTAGE'), value: z.int().check(z.gte(1), z.lte(100)) }),
    z
      .object({
        ...scope,
        type: z.literal('PRODUCTS'),
        products_from: quantity,
        products_to: quantity,
        products_combination: z.enum(combinations),
      })
      .check(z.refine((rule) => rule.products_to < rule.products_from, { path: ['products_to'], error: 'invalid' })),
  ])
  .check(z.refine(({ from, to }) => from === null || to === null || from <= to, { path: ['to'], error: 'invalid' }));

export const panelMap = z.object({ ...known, name, draw: drawingText });

export const panelGateway = z.object({
  ...known,
  type: gateway.shape.type,
  name,
  service: requiredText(descriptionMaxChars),
  config: z.object({
    support: z.boolean(),
    order_ready: z.boolean(),
    delay: z.int().check(z.gte(0), z.lte(storeDelayMaximumMinutes)),
    /** What customers read about the delay. */
    delay_display: nullable(requiredText(descriptionMaxChars)),
  }),
  public_key: nullable(requiredText(pictureAddressMaxChars)),
});

/** The settings of the register after its first setup. `time_limit`: hours. */
export const panelCashbox = z.object({
  payouts: z.boolean(),
  block: z.boolean(),
  blind: z.boolean(),
  drawer: z.boolean(),
  time_limit: z.int().check(z.gte(1), z.lte(cashboxHoursMax)),
});

/** The payload of `gateway-updated` on the public channel. */
export const gatewayNotice = z.object({ store_ids: z.array(id), type: gateway.shape.type, at: timestamp });
