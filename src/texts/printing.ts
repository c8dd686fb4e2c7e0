import type { QzFailure } from '#domain/print-service.ts';

/** The clock of the computer that prints is wrong; signatures of QZ Tray live fifteen minutes. */
export const clockDriftText = 'La hora de esta computadora está corrida {minutes} min. Corregila para imprimir.';

export const qzDeniedText =
  'El navegador no deja que esta página use la impresora. Tocá el candado junto a la dirección, permití «Red local» (Acceso a la red local) y recargá la página.';

export const qzPromptText =
  'El navegador va a pedir permiso para usar la impresora de esta computadora. Tocá «Conectar» y después «Permitir».';

/** P-44. */
export const printServiceDownText = 'El servicio de impresión local no está disponible.';

/** P-45. */
export const qzAwayText = 'No se pudo conectar con QZ Tray.';

export const unknownPrintText = 'No sabemos si se imprimió. Mirá la impresora.';

/** Why QZ Tray did not do it; `printer` when it was about one (P-43, P-45). */
export const qzFailureText = (failure: QzFailure, printer: string | null): string => {
  switch (failure) {
    case 'away':
    case 'gone':
      return qzAwayText;
    case 'blocked':
      return 'QZ Tray rechazó la conexión. Abrí QZ Tray y permití este sitio.';
    case 'denied':
      return qzDeniedText;
    case 'unknown':
      return unknownPrintText;
    case 'no-printer':
    case 'unsigned':
    case 'failed':
      return printer === null
        ? qzAwayText
        : `Error al imprimir en impresora "${printer}", verifique la conexión de la impresora.`;
  }
};

/** What the queue of a printer got; nobody knows whether it was printed. */
export const sentToPrinterText = (printer: string): string => `Enviada a la impresora «${printer}».`;

export const needsNetworkText = 'Necesitás conexión para hacer esto.';
