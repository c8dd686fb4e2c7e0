export const authTexts = {
  title: 'Ingresá a tu cuenta',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Ingresar',
  offline: 'Necesitás conexión para ingresar',
};
