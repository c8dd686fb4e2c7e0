/** Who at a table a product is for. */
export const seatTexts = {
  label: 'Para quién',
  all: 'Para todos',
  seat: (seat: number): string => `Persona ${seat}`,
} as const;
