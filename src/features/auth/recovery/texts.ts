export const forgotTexts = {
  title: 'Recuperá tu acceso',
  subtitle: 'Te enviamos un código para que vuelvas a ingresar.',
  tabs: 'Cómo recibir el código',
  byPhone: 'Por teléfono',
  byEmail: 'Por correo',
  phone: 'Teléfono',
  phoneHint: 'De Argentina, o con código de país y el signo +',
  email: 'Correo electrónico',
  submit: 'Enviar código',
  wait: (seconds: number): string => `Podés volver a intentar en ${seconds} s`,
  offline: 'Necesitás conexión para recibir un código',
  remembered: '¿La recordaste?',
  toLogin: 'Ingresar',
} as const;

export const verificationTexts = {
  title: 'Ingresá el código',
  sentTo: (target: string): string => `Si hay una cuenta con ${target}, le enviamos un código.`,
  change: 'Cambiar',
  offline: 'Necesitás conexión para verificar el código',
  retry: 'Reintentar',
  done: 'Ya podés cambiar tu contraseña desde tu perfil.',
  newPassword: 'Elegí una contraseña nueva',
} as const;
