export const phoneTexts = {
  phone: 'Teléfono',
  noPhone: 'Sin teléfono',
  verified: 'Verificado',
  verify: 'Verificar teléfono',
  offlineVerify: 'Necesitás conexión para verificarlo',
  title: 'Verificar teléfono',
  sending: 'Enviando el código…',
  sentTo: (phone: string): string => `Te enviamos un código por SMS al ${phone}.`,
  done: 'Tu teléfono quedó verificado.',
  offline: 'Necesitás conexión para verificar el código',
  retry: 'Reintentar',
} as const;
