import type { SocialError } from '#domain/account.ts';

export const authTexts = {
  title: 'Ingresá a tu cuenta',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Ingresar',
  offline: 'Necesitás conexión para ingresar',
  forgot: '¿Olvidaste tu contraseña?',
  noAccount: '¿No tenés cuenta?',
  signUp: 'Crear cuenta',
  pairScreen: 'Vincular una pantalla de cocina',
};

export const socialTexts = {
  or: 'o',
  with: { google: 'Continuar con Google', facebook: 'Continuar con Facebook' },
} as const;

const socialErrorTexts: Readonly<Record<SocialError, string>> = {
  denied: 'No diste permiso para ingresar con esa cuenta.',
  not_configured: 'Este servidor no permite ingresar con esa cuenta.',
  expired: 'El ingreso tardó demasiado. Probá de nuevo.',
  no_email: 'Esa cuenta no tiene un correo verificado. Ingresá con tu correo o creá una cuenta.',
  email_taken: 'Ya hay una cuenta con ese correo. Ingresá con tu contraseña o recuperá el acceso.',
  failed: 'No pudimos ingresar con esa cuenta. Probá de nuevo o ingresá con tu correo.',
};

export const socialPageTexts = {
  waiting: 'Aguarde un momento',
  offline: 'Necesitás conexión para ingresar',
  errors: socialErrorTexts,
  back: 'Volver a ingresar',
} as const;
