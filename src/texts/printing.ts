/** The clock of the computer that prints is wrong; signatures of QZ Tray live fifteen minutes. */
export const clockDriftText = 'La hora de esta computadora está corrida {minutes} min. Corregila para imprimir.';
