import type { AskRefusal, GuestRequestKind, GuestRequestState } from '#domain/guest.ts';

/** Words of guests at the tables that server and app share (docs/decisions/045-guests.md). */
export const guestRefusals = {
  switchedOff: 'El local ya no atiende con el código de la mesa. Pedile a un mozo.',
  answered: {
    waiting: 'Todavía nadie lo respondió.',
    accepted: 'Ya lo aceptaron.',
    rejected: 'Ya lo rechazaron.',
    withdrawn: 'El cliente lo retiró.',
    expired: 'Venció: nadie lo respondió a tiempo o la mesa terminó.',
  } satisfies Record<GuestRequestState, string>,
} as const;

/** Why a guest's request is not taken. What they chose stays on their device. */
export const askRefusals: Readonly<Record<AskRefusal, (unitsMax: number) => string>> = {
  'no-orders': () => 'El local no está tomando pedidos desde la mesa en este momento. Lo que elegiste sigue acá.',
  empty: () => 'Elegí al menos un producto.',
  units: (most) =>
    `Podés pedir hasta ${most === 1 ? '1 unidad' : `${most} unidades`} por pedido. Para pedir más, llamá al mozo.`,
  'too-many': () => 'La mesa ya tiene pedidos esperando. Esperá a que un mozo los responda para hacer otro.',
  'already-called': () => 'Ya avisamos al mozo. En un momento se acerca.',
};

/** What a table wants. */
export const guestKindLabels: Readonly<Record<GuestRequestKind, string>> = {
  order: 'Quiere pedir',
  waiter: 'Llama al mozo',
  bill: 'Pide la cuenta',
};

/** 'Mesa 4: pide la cuenta', on screen and in a push. `description`: the table's. */
export const guestRequestTitle = (description: string, kind: GuestRequestKind): string =>
  `${description}: ${guestKindLabels[kind].toLowerCase()}`;
