/** Texts of mails and SMS about accounts, and sentences of this module's refusals. */
export const accountTexts = {
  recoverySubject: 'Tu código para ingresar a Marche',
  recoveryMail: (code: string): string =>
    [
      'Hola:',
      '',
      `Tu código para ingresar a Marche es ${code}.`,
      '',
      'Vence en 10 minutos y sirve una sola vez. No se lo digas a nadie: nosotros nunca te lo vamos a pedir.',
      'Si no lo pediste, no hace falta que hagas nada.',
    ].join('\n'),
  /** With a host, the last line follows the Web OTP format, so the phone fills in the code (A-32). */
  codeSms: (code: string, host: string | null): string =>
    `Tu código de Marche es ${code}. Vence en 10 minutos, no se lo digas a nadie.${host === null ? '' : `\n\n@${host} #${code}`}`,
  phoneVerified: 'El teléfono ya está verificado.',
  socialFailed: 'No pudimos iniciar tu sesión. Volvé a intentarlo.',
  /** Name of the field that the confirmation must equal (A-46). */
  passwordField: 'Contraseña',
} as const;
