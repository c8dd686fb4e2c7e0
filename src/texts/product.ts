/** The product's name and slogan (docs/screens.md). */
export const product = { name: 'Marche', line: 'Tus pedidos, en marcha.' } as const;
