/** The product's name and line, one constant each (IDENTITY §1). */
export const product = { name: 'Marche', line: 'Tus pedidos, en marcha.' } as const;
