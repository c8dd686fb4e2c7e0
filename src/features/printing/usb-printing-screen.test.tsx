import { afterEach, beforeEach, it } from 'vitest';
import { decodePaper } from '#domain/paper/decode.ts';
import { BoardScreen } from '#testing/board.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

/** A receipt printer on the cable, as WebUSB shows it. */
class UsbPrinter {
  readonly productName = 'TM-T20';
  configuration: object | null = null;
  opened = false;
  claimed: number | null = null;
  readonly got: number[] = [];
  paper = true;
  held = false;
  pulled = false;
  interfaceClass = 7;
  open = async (): Promise<void> => {
    if (this.held) throw new DOMException('Access denied.', 'SecurityError');
    this.opened = true;
  };
  close = async (): Promise<void> => {
    this.opened = false;
  };
  selectConfiguration = async (): Promise<void> => {
    const endpoints = [
      { endpointNumber: 2, direction: 'in', type: 'bulk' },
      { endpointNumber: 1, direction: 'out', type: 'bulk' },
    ];
    const alternates = [{ interfaceClass: this.interfaceClass, alternateSetting: 0, endpoints }];
    this.configuration = { interfaces: [{ interfaceNumber: 3, alternates }] };
  };
  claimInterface = async (number: number): Promise<void> => {
    this.claimed = number;
  };
  controlTransferIn = async ({ request }: { request: number }) => ({
    status: 'ok',
    data: new DataView(Uint8Array.of(request === 1 && !this.paper ? 0x38 : 0x18).buffer),
  });
  transferOut = async (endpoint: number, bytes: Uint8Array) => {
    if (this.pulled) throw new DOMException('The device was disconnected.', 'NetworkError');
    if (!this.opened || this.claimed !== 3 || endpoint !== 1) throw new Error('not the port of the printer');
    this.got.push(...bytes);
    return { status: 'ok', bytesWritten: bytes.length };
  };
}

let printer = new UsbPrinter();
/** What was asked of the browser's list of devices. */
let asked: unknown[] = [];
/** Printers that the person has chosen before. */
let known: UsbPrinter[] = [];
let chooses = true;

beforeEach(() => {
  [printer, asked, known, chooses] = [new UsbPrinter(), [], [], true];
  Object.assign(navigator, {
    usb: {
      getDevices: () => Promise.resolve(known),
      requestDevice(options: unknown) {
        asked.push(options);
        if (!chooses) return Promise.reject(new DOMException('No device selected.', 'NotFoundError'));
        known = [printer];
        return Promise.resolve(printer);
      },
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'usb');
});

/** The preview of the summary of an order, as a device without a print point shows it. */
async function summary(customer: string) {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder(customer);
  await ana.changeStatus(order, 'ACCEPTED');
  const { page, context } = await renderApp('1/orders/kanban', { as: 'ana' });
  await new BoardScreen(page).open(customer);
  await page.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir resumen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resumen de pedido', exact: true });
  await expect(dialog.getByRole('region', { name: 'Vista previa' })).toBeVisible();
  return { page, context, dialog, order };
}

it('prints the bytes of the preview without QZ Tray and without a network; the printer is chosen once', async () => {
  const { page, context, dialog, order } = await summary('Por cable');
  context.setOffline(true);
  await dialog.getByRole('button', { name: 'Imprimir por USB' }).click();
  await expect(page.getByText('Enviada a la impresora «TM-T20».').first()).toBeVisible();
  const text = decodePaper(Uint8Array.from(printer.got))
    .map((row) => JSON.stringify(row))
    .join('');
  expect(text).toContain(String(order.number));
  expect(asked).toEqual([{ filters: [{ classCode: 7 }] }]);
  expect(printer.opened).toBe(false);
  const once = printer.got.length;
  await dialog.getByRole('button', { name: 'Imprimir por USB' }).click();
  await expect.poll(() => printer.got.length).toBe(2 * once);
  expect(asked).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Otra impresora USB' }).click();
  await expect.poll(() => asked.length).toBe(2);
});

it.each([
  ['held by the system', { held: true }, /no suelta la impresora USB\. Usá «Imprimir con el navegador»/],
  ['without paper', { paper: false }, /La impresora no tiene papel\. No se envió nada\./],
  ['that is a keyboard', { interfaceClass: 3 }, /Ese dispositivo USB no imprime tickets\. Elegí otra impresora\./],
  ['whose cable is pulled', { pulled: true }, /No sabemos si se imprimió en «TM-T20»\. Mirá la impresora\./],
] as const)('a printer %s says what to do, and the preview stays', async (name, state, sentence) => {
  const { dialog } = await summary(name);
  Object.assign(printer, state);
  await dialog.getByRole('button', { name: 'Imprimir por USB' }).click();
  await expect(dialog.getByText(sentence)).toBeVisible();
  expect(printer.got).toEqual([]);
  expect(printer.opened).toBe(false);
  await expect(dialog.getByRole('button', { name: 'Imprimir con el navegador' })).toBeEnabled();
});

it('who closes the list of printers hears nothing; a browser without WebUSB offers none', async () => {
  chooses = false;
  const { page, dialog } = await summary('Sin elegir');
  await dialog.getByRole('button', { name: 'Imprimir por USB' }).click();
  await expect.poll(() => asked.length).toBe(1);
  await expect(dialog.getByRole('button', { name: 'Imprimir por USB' })).toBeEnabled();
  await expect(dialog.getByText(/impresora USB no|No sabemos|papel\./)).toHaveCount(0);
  await page.keyboard.press('Escape');
  Reflect.deleteProperty(navigator, 'usb');
  await page.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir resumen' }).click();
  await expect(dialog.getByRole('button', { name: 'Imprimir con el navegador' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Imprimir por USB' })).toHaveCount(0);
});
