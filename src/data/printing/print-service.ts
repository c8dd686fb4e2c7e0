import { create } from 'zustand';
import {
  nextServiceState,
  type QzFailure,
  serviceAtStart,
  type ServiceEvent,
  type ServiceState,
} from '#domain/print-service.ts';
import { thisDevice } from './print-points.ts';
import type { QzRequest } from '#domain/qz-calls.ts';
import { localNetwork, type LocalNetwork } from '#platform/local-network.ts';
import type * as Qz from '#platform/qz-tray.ts';
import { printingApi } from './printing-api.ts';

interface PrintService {
  readonly state: ServiceState;
  /** Names of this computer's printers; null until they are known. */
  readonly printers: readonly string[] | null;
  /** Whether the browser lets this page reach QZ Tray; null until it was asked. */
  readonly network: LocalNetwork | null;
}

/** QZ Tray on this computer. */
export const usePrintService = create<PrintService>(() => ({ state: serviceAtStart, printers: null, network: null }));

const { getState: service, setState: set } = usePrintService;

const tell = (event: ServiceEvent): void => {
  const state = nextServiceState(service().state, event);
  set(state.name === 'connected' ? { state } : { state, printers: null });
};

/** The client of QZ Tray: a file of its own, loaded when somebody prints or looks for printers. */
const load = (): Promise<typeof Qz> => import('#platform/qz-tray.ts');

/** What the client sends, which our server checks before it signs. */
const requestOf = (text: string): QzRequest => JSON.parse(text);

/** The connection that is being opened. */
let opening: Promise<void> = Promise.resolve();

/**
 * Opens the connection, for prints of this store, or waits for the one that is being opened. The browser may ask the
 * person: call it inside a tap then.
 */
export function connectPrinting(storeId: number): Promise<void> {
  if (service().state.name === 'disconnected') opening = open(storeId);
  return opening;
}

async function open(storeId: number): Promise<void> {
  tell({ name: 'connect' });
  const qz = await load().catch(() => null);
  if (!qz) return tell({ name: 'failed', why: 'failed' });
  try {
    await qz.prepareQz(
      {
        certificate: printCertificate,
        sign: async (text) => (await printingApi.sign({ store_id: storeId, ...requestOf(text) }, thisDevice())).text(),
      },
      () => tell({ name: 'closed' }),
    );
    await qz.connectQz();
    tell({ name: 'opened' });
  } catch (error) {
    return tell({ name: 'failed', why: error instanceof qz.QzError ? error.failure : 'failed' });
  } finally {
    set({ network: await localNetwork() });
  }
  await findPrinters();
}

/** Connects unless the browser would ask the person about it: then a tap has to do it. */
export async function startPrinting(storeId: number): Promise<void> {
  const network = await localNetwork();
  set({ network });
  if (network === 'free' || network === 'granted') await connectPrinting(storeId);
}

/** Reads the names of the printers again. */
async function findPrinters(): Promise<void> {
  const printers = await (await load()).findQzPrinters().catch(() => []);
  if (service().state.name === 'connected') set({ printers });
}

/** Why a print did not go, or may not have gone. `cause`: what our server answered, when it did not sign. */
export interface PrintTrouble {
  readonly failure: QzFailure;
  readonly cause: unknown;
}

/** Connects if need be. Resolves to null when the printer's queue has the bytes; nobody knows more. */
export async function printLocally(storeId: number, printer: string, bytes: Uint8Array): Promise<PrintTrouble | null> {
  await connectPrinting(storeId);
  const { state } = service();
  if (state.name !== 'connected')
    return { failure: (state.name === 'disconnected' && state.why) || 'away', cause: null };
  const qz = await load();
  return qz.printOnQz(printer, bytes).then(
    () => null,
    (error: unknown) =>
      error instanceof qz.QzError
        ? { failure: error.failure, cause: error.cause }
        : { failure: 'failed', cause: error },
  );
}

/** The PEM that QZ Tray trusts when it is in its folder. Rejects with ApiFailure. */
export const printCertificate = async (): Promise<string> => (await printingApi.certificate()).text();
