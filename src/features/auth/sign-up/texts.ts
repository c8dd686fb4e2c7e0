export const signUpTexts = {
  title: 'Creá tu cuenta',
  fullname: 'Nombre y apellido',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  phoneHint: 'Con código de país, por ejemplo +54 9 11 2345-6789',
  prefix: 'Código de país',
  noPrefix: 'País',
  password: 'Contraseña',
  passwordHint: (length: number): string =>
    length === 0 ? '8 a 16 caracteres' : `8 a 16 caracteres · escribiste ${length}`,
  submit: 'Crear cuenta',
  offline: 'Necesitás conexión para crear tu cuenta',
  hasAccount: '¿Ya tenés cuenta?',
  toLogin: 'Ingresar',
} as const;
