/** The product's name and line, one constant each (docs/screens.md). */
export const product = { name: 'Marche', line: 'Tus pedidos, en marcha.' } as const;
