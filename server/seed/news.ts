/** Entries of 'Novedades' in the demo, oldest first. */
export const demoNews = [
  {
    title: 'Pantallas de cocina',
    text: 'Cualquier tablet puede mostrar los pedidos en la cocina: pedí un código en ella y aprobalo desde el tablero.',
    date: '2026-10-05',
    link: null,
  },
  {
    title: 'Pedidos sin conexión',
    text: 'Si se corta internet podés seguir tomando pedidos: se envían solos cuando vuelve.',
    date: '2026-10-26',
    link: null,
  },
  {
    title: 'Ingresá como quieras',
    text: 'Ahora podés recuperar tu acceso con un código por SMS o por correo, y ver en qué dispositivos está abierta tu sesión.',
    date: '2026-11-16',
    link: null,
  },
];
