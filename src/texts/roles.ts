import type { Role } from '#domain/roles.ts';

/** S-11, H-46. */
export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Propietario',
  manager: 'Encargado',
  operator: 'Operador',
  seller: 'Vendedor',
  consultant: 'Consultor',
  kitchen: 'Pantalla de cocina',
  customer: 'Cliente',
};

/** Server actors that are not people, by their name in the audit. */
const actorNames: Readonly<Record<string, string>> = {
  'store-closing': 'El cierre automático',
  'service-pauses': 'El fin de una pausa',
  'unseen-orders': 'El aviso de pedidos sin ver',
  'customer-notices': 'El aviso al cliente',
  'support-desk': 'Soporte',
  mercadopago: 'Mercado Pago',
};

/** The Spanish name of an actor that is not a person; an unknown one is the system, or a service that calls it. */
export const actorLabel = (kind: 'system' | 'timer' | 'provider', name: string): string =>
  actorNames[name] ?? (kind === 'provider' ? 'Un servicio externo' : 'El sistema');
