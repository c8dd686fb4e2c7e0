export const kioskTexts = {
  /** Who moved an order, as others read it. */
  userName: (name: string): string => `Cocina · ${name}`,
  unknownCode: 'No hay ninguna pantalla esperando con ese código. Fijate que esté bien escrito.',
  codeOver: 'El código ya se usó o venció. Pedí uno nuevo en la pantalla.',
} as const;
