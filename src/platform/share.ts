/** Ways to hand a text or the page on from this device. Call them inside a tap. */

/** Resolves to false if the browser refuses or has no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const canShare = (): boolean => 'share' in navigator;

/** Opens the device's share sheet. Resolves to false if it failed, and to true if the person closed it. */
export async function shareText(title: string, text: string): Promise<boolean> {
  try {
    await navigator.share({ title, text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

export const saveText = (fileName: string, text: string): void =>
  saveFile(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }));

/** `content`: base64. */
export const savePdf = (fileName: string, content: string): void =>
  saveFile(fileName, new Blob([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], { type: 'application/pdf' }));

function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Opens the browser's own dialog to print this page. */
export const printPage = (): void => window.print();
