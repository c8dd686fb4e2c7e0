export const planTexts = {
  title: 'Tu plan no incluye esta función',
  text: 'Con el plan gratuito recibís los pedidos de tus clientes. Para cargar pedidos en el local pasá al plan estándar.',
};
