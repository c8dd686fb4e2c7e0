/** The store's id in an address; 0 = none. */
export const storeIdOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);
