/** Texts of all forms for a one-time code (A5, N-32). */
export const codeTexts = {
  boxes: (length: number): string => `Código de ${length} dígitos`,
  resend: 'Reenviar código',
  resendIn: (seconds: number): string =>
    `Reenviar en ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  checking: 'Verificando el código…',
  resent: 'Te enviamos otro código.',
  /** Replaces «El código ingresado es incorrecto.» if the server gives a reason (N-05). */
  dead: {
    void: 'Este código ya no sirve: hubo tres intentos o pediste otro. Pedí uno nuevo.',
    expired: 'El código venció. Pedí uno nuevo.',
    used: 'Este código ya se usó. Pedí uno nuevo.',
  },
} as const;

/** «+54 ••• 6789», «an••••@demo.marche»: recognisable for its owner, but hidden from others who see the screen. */
export function maskedTarget(target: string): string {
  const [name, domain] = target.split('@');
  if (domain !== undefined) return `${(name ?? '').slice(0, 2)}••••@${domain}`;
  const country = /^\+(?:54|595|1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.exec(target)?.[0];
  return `${country ?? target.slice(0, 4)} ••• ${target.slice(-4)}`;
}
