import type { Role } from '#domain/store.ts';

/** S-11, H-46. */
export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Propietario',
  manager: 'Encargado',
  operator: 'Operador',
  seller: 'Vendedor',
  consultant: 'Consultor',
  kitchen: 'Pantalla de cocina',
};
