import { wakeIn } from './clock.ts';

/** The USB class of printers, and their request for the state of the paper. */
const printerClass = 7;
const portStatus = 1;
const paperEmpty = 0x20;

/** A receipt is a few kilobytes; a printer without paper takes no more bytes and does not answer. */
const chunkBytes = 16_384;
const silentMs = 20_000;

export type UsbPrintEnd =
  | { readonly kind: 'sent'; readonly printer: string }
  | { readonly kind: 'unknown'; readonly printer: string }
  /** Nothing was sent. 'taken': the system of the device does not let go of the printer, as Windows does. */
  | { readonly kind: 'none-chosen' | 'taken' | 'no-printer' | 'no-paper' };

/** Whether the browser can reach a printer on a USB cable: Chrome on Android, ChromeOS, Linux and macOS can. */
export const hasUsb = (): boolean => 'usb' in navigator;

/**
 * Prints ESC/POS bytes on a printer on this device's own cable. Call it inside a tap: the browser asks which printer, the
 * first time, or with `another`. 'sent' says that the printer took the bytes; 'unknown' that only a look at it tells.
 */
export async function printByUsb(bytes: Uint8Array, another: boolean): Promise<UsbPrintEnd> {
  const device = await chosenDevice(another);
  if (device === null) return { kind: 'none-chosen' };
  const printer = device.productName || 'USB';
  try {
    const port = await openPort(device);
    if (port === null) return { kind: 'no-printer' };
    if (await isWithoutPaper(device, port.interfaceNumber)) return { kind: 'no-paper' };
    return { kind: (await sendAll(device, port.endpoint, bytes)) ? 'sent' : 'unknown', printer };
  } catch {
    return { kind: 'taken' };
  } finally {
    await device.close().catch(() => {});
  }
}

/** The printer that was chosen before, else the one that the person chooses now; null: none. */
async function chosenDevice(another: boolean): Promise<USBDevice | null> {
  const [known] = another ? [] : await navigator.usb.getDevices();
  // The browser rejects when the person closes its list.
  return known ?? navigator.usb.requestDevice({ filters: [{ classCode: printerClass }] }).catch(() => null);
}

/** Opens the device; null: it takes no bytes as a printer does. Rejects when the system does not let go of it. */
async function openPort(device: USBDevice): Promise<{ interfaceNumber: number; endpoint: number } | null> {
  await device.open();
  if (!device.configuration) await device.selectConfiguration(1);
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? [])
    for (const { interfaceClass, alternateSetting, endpoints } of alternates) {
      const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
      if (interfaceClass !== printerClass || !out) continue;
      await device.claimInterface(interfaceNumber);
      if (alternateSetting !== 0) await device.selectAlternateInterface(interfaceNumber, alternateSetting);
      return { interfaceNumber, endpoint: out.endpointNumber };
    }
  return null;
}

/** False also for a printer that does not tell. */
async function isWithoutPaper(device: USBDevice, index: number): Promise<boolean> {
  const ask = { requestType: 'class', recipient: 'interface', request: portStatus, value: 0, index } as const;
  const answer = await device.controlTransferIn(ask, 1).catch(() => null);
  return answer?.status === 'ok' && ((answer.data?.getUint8(0) ?? 0) & paperEmpty) !== 0;
}

/** Whether the printer took all bytes in time. */
async function sendAll(device: USBDevice, endpoint: number, bytes: Uint8Array): Promise<boolean> {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const sent = device.transferOut(endpoint, bytes.slice(from, from + chunkBytes)).then(
      ({ status }) => status === 'ok',
      () => false,
    );
    if (!(await inTime(sent))) return false;
  }
  return true;
}

function inTime(sent: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = wakeIn(silentMs, () => resolve(false));
    void sent.then((ok) => {
      cancel();
      resolve(ok);
    });
  });
}
