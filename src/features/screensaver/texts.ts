/** So many numbers of late orders fit in a line. */
const lateShown = 8;

/** The number of pending orders in its three variants (O-08, N-27). */
export function pendingOrdersText(count: number): string {
  if (count === 0) return 'No hay pedidos pendientes';
  return count === 1 ? 'Tenés 1 pedido pendiente' : `Tenés ${count} pedidos pendientes`;
}

export const screensaverTexts = {
  name: 'Protector de pantalla',
  late: (numbers: readonly string[]): string => {
    const shown = numbers.slice(0, lateShown).join(', ');
    return numbers.length > lateShown
      ? `Atrasados: ${shown} y ${numbers.length - lateShown} más`
      : `Atrasados: ${shown}`;
  },
  oldest: (minutes: number): string =>
    minutes === 0
      ? 'Llegó recién'
      : minutes === 1
        ? 'El más antiguo espera hace 1 min'
        : `El más antiguo espera hace ${minutes} min`,
} as const;
