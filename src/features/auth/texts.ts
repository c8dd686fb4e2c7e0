export const authTexts = {
  title: 'Ingresá a tu cuenta',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Ingresar',
  offline: 'Necesitás conexión para ingresar',
  pairScreen: 'Vincular una pantalla de cocina',
};
