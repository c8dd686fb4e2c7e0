import type { Code, ServiceType, Store } from '#domain/store.ts';
import { defaultCode, immediateServices } from '#domain/store.ts';

/** What this version takes orders for; deliveries come with the address screen. */
export const servicesTakenHere: readonly ServiceType[] = ['LOCAL', 'TAKEAWAY'];

export type NewOrderOption =
  | { readonly kind: 'local'; readonly code: Code }
  | { readonly kind: 'takeaway' | 'delivery' }
  | { readonly kind: 'more'; readonly codes: readonly Code[] };

/** The picker's options, in order: only types with immediate service now (H-35 to H-38, H-43). Tables with a group are opened, not picked. */
export function newOrderOptions(store: Pick<Store, 'services' | 'status'>, codes: readonly Code[]): NewOrderOption[] {
  const offered = immediateServices(store).filter((type) => servicesTakenHere.includes(type));
  const single = codes.filter((c) => !c.group);
  const first = defaultCode(single);
  const others = single.filter((c) => c.id !== first?.id);
  const local = offered.includes('LOCAL');
  return [
    ...(local && first ? [{ kind: 'local', code: first } as const] : []),
    ...(offered.includes('TAKEAWAY') ? [{ kind: 'takeaway' } as const] : []),
    ...(offered.includes('DELIVERY') ? [{ kind: 'delivery' } as const] : []),
    ...(local && others.length > 0 ? [{ kind: 'more', codes: others } as const] : []),
  ];
}

/** Digits choose by place, letters by name (SCREENS C1). */
export function optionForKey(options: readonly NewOrderOption[], key: string): NewOrderOption | null {
  if (/^[1-9]$/.test(key)) return options[Number(key) - 1] ?? null;
  const kinds: Readonly<Record<string, NewOrderOption['kind']>> = { l: 'local', a: 'takeaway', d: 'delivery' };
  const kind = kinds[key.toLowerCase()];
  return kind === undefined ? null : (options.find((o) => o.kind === kind) ?? null);
}
