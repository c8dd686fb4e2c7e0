import type { Code, ServiceType, Store } from '#domain/store.ts';
import { defaultCode, immediateServices, scheduledServices } from '#domain/store.ts';

export type NewOrderOption =
  | { readonly kind: 'local'; readonly code: Code | null }
  | { readonly kind: 'takeaway' | 'delivery' }
  | {
      readonly kind: 'more';
      /** null: an order in the store without a code (C-54). */
      readonly codes: readonly (Code | null)[];
      /** Types that can be scheduled (N-35). */
      readonly scheduled: readonly ServiceType[];
    };

/**
 * The picker's options, in order: only types with immediate service (H-35 to H-38, H-43). Grouped tables are opened,
 * not picked. A store without codes takes orders in the store too (C-54).
 */
export function newOrderOptions(store: Pick<Store, 'services' | 'status'>, codes: readonly Code[]): NewOrderOption[] {
  const offered = immediateServices(store);
  const scheduled = scheduledServices(store);
  const single = codes.filter((c) => !c.group);
  const first = defaultCode(single);
  const others = single.filter((c) => c.id !== first?.id);
  const local = offered.includes('LOCAL');
  const codesToo = local && first ? [...others, null] : [];
  return [
    ...(local ? [{ kind: 'local', code: first } as const] : []),
    ...(offered.includes('TAKEAWAY') ? [{ kind: 'takeaway' } as const] : []),
    ...(offered.includes('DELIVERY') ? [{ kind: 'delivery' } as const] : []),
    ...(codesToo.length + scheduled.length > 0 ? [{ kind: 'more', codes: codesToo, scheduled } as const] : []),
  ];
}

/** Digits select by position, letters by name (C1). */
export function optionForKey(options: readonly NewOrderOption[], key: string): NewOrderOption | null {
  if (/^[1-9]$/.test(key)) return options[Number(key) - 1] ?? null;
  const kinds: Readonly<Record<string, NewOrderOption['kind']>> = { l: 'local', a: 'takeaway', d: 'delivery' };
  const kind = kinds[key.toLowerCase()];
  return kind === undefined ? null : (options.find((o) => o.kind === kind) ?? null);
}
