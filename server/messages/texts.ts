/** The page for developers that shows what would have been sent. */
export const outboxTexts = {
  title: 'Marche: bandeja de salida',
  about: 'Solo en desarrollo: los correos y SMS que este servidor habría enviado. La página se actualiza sola.',
  empty: 'Todavía no se envió nada.',
  kinds: { mail: 'Correo', sms: 'SMS' },
} as const;
