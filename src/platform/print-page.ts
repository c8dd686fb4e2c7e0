/** Opens the browser's own dialog to print this page. */
export const printPage = (): void => window.print();
