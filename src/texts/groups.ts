import type { PlaceState, GroupStatus } from '#domain/order-group.ts';

/** Words of tables and their groups that several places say (G-09 to G-12, G-27). */
export const groupTexts = {
  open: 'Abrir mesa',
  save: 'Guardar',
  ends: { COMPLETE: 'Finalizar', REJECTED: 'Rechazar' },
  notOpened: (place: string) => `${place} no se abrió.`,
  notSaved: (place: string) => `El cambio de ${place} no se aplicó.`,
} as const;

export const groupStatusLabels: Readonly<Record<GroupStatus, string>> = {
  OPENED: 'Abierta',
  PAYING: 'Pagando',
  COMPLETE: 'Finalizada',
  REJECTED: 'Rechazada',
};

/** 'Sin pendientes', '1 Pendiente', '3 Pendiente' (as the specification has it), 'Pagando...' (G-09 to G-12). */
export function pendingText(state: PlaceState, waiting: number): string {
  if (waiting === 0) return state === 'paying' ? 'Pagando...' : 'Sin pendientes';
  return waiting === 1 ? '1 Pendiente' : `${waiting} Pendiente`;
}
