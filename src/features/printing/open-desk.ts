import { readFailure } from '#data/api/failure.ts';
import { onCashTaken } from '#data/cashbox/cash-taken.ts';
import { settledOrders } from '#data/orders/settled-orders.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import { createAutomaticPrinting } from '#data/printing/automatic-printing.ts';
import { pulseDrawer } from '#data/printing/drawer.ts';
import { onPrintJob } from '#data/printing/job-news.ts';
import { openPrintHistory } from '#data/printing/print-history.ts';
import { ownPointId } from '#data/printing/own-point.ts';
import { connectPrinting, startPrinting, usePrintService } from '#data/printing/print-service.ts';
import { drawerPrinter, printerConfigs, watchPrinterConfigs } from '#data/printing/printer-configs.ts';
import type { AutomaticPaper } from '#domain/automatic-printing.ts';
import type { Uuid } from '#domain/ids.ts';
import { printServiceRetryMs } from '#domain/limits.ts';
import { localPrinters } from '#domain/printing.ts';
import type { ServiceState } from '#domain/print-service.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { newUuid } from '#platform/random.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { leadWhilePossible } from '#platform/tabs.ts';
import { toast } from '#ui/toast/toast.ts';
import { printWaitingJobs } from './job-desk.ts';
import { printDue } from './print-due.ts';

const hasLocalPrinter = (storeId: number): boolean => localPrinters(printerConfigs(storeId)).length > 0;

/**
 * The printing of this computer for a store: what prints by itself, and the jobs of others. One tab of the computer does
 * it. `store`: as it is now. Returns what stops it.
 */
export function openDesk(storeEngine: StoreEngine, store: () => Store): () => void {
  const { storeId } = storeEngine;
  let leads = false;
  const history = openPrintHistory(storeId);
  /** The key of each paper that is being claimed: a lost answer is asked for again. */
  const keys = new Map<string, Uuid>();

  const print = async ({ paper, uid, key }: AutomaticPaper): Promise<boolean> => {
    const config = printerConfigs(storeId)[paper];
    const orderId = (settledOrders(storeEngine) ?? []).find((o) => o.uid === uid)?.id ?? null;
    if (config?.method !== 'local' || orderId === null) return false;
    const claimKey = keys.get(key) ?? newUuid();
    keys.set(key, claimKey);
    try {
      const { ends } = await printDue(store(), { orderId, paper, hand: false, config }, claimKey);
      keys.delete(key);
      for (const { text, printer } of ends)
        if (text !== null) toast.show({ id: `printer ${printer}`, kind: 'error', text });
      return true;
    } catch (error) {
      const { code } = readFailure(error);
      // Whatever else the server refused stays refused, and the order is shown as unprinted.
      return code !== 'no_response' && code !== 'too_many_requests';
    }
  };

  const automatic = createAutomaticPrinting({
    now: () => deviceClock.now(),
    wakeIn,
    configs: () => printerConfigs(storeId),
    orders: () => settledOrders(storeEngine) ?? [],
    ready: () =>
      leads &&
      surroundings().online &&
      ownPointId(storeId) !== null &&
      usePrintService.getState().state.name === 'connected',
    history: () => history.get(),
    keep: (next) => history.keep(next),
    print,
  });

  let cancelLook: (() => void) | null = null;
  const look = (): void => {
    cancelLook ??= afterNextPaint(() => {
      cancelLook = null;
      // Before the orders are known, the first of them would count as new.
      if (settledOrders(storeEngine) !== null) automatic.look();
    });
  };
  const pull = (): void => {
    if (leads && surroundings().online) void printWaitingJobs(store());
  };
  const connect = (): void => {
    if (leads && hasLocalPrinter(storeId)) void startPrinting(storeId);
  };
  const turn = (): void => {
    connect();
    look();
    pull();
  };
  const stops = [
    leadWhilePossible(`${storeEngine.database} print`, (now) => {
      leads = now;
      if (now) turn();
    }),
    storeEngine.engine.subscribe(look),
    usePrintService.subscribe(({ state }, before) => {
      if (state.name === 'connected' && before.state.name !== 'connected') turn();
    }),
    watchPrinterConfigs(turn),
    onPrintJob(({ pointId, job }) => {
      if (job.state === 'queued' && pointId === ownPointId(storeId)) pull();
    }),
    watchSurroundings(({ online }) => {
      if (online) turn();
    }),
    every(printServiceRetryMs, turn),
  ];
  look();
  return () => {
    for (const stop of stops) stop();
    cancelLook?.();
    automatic.stop();
  };
}

/** Opens the drawer when this device has taken cash, where the store wants it. Returns what stops it. */
export const openDrawerForCash = (store: () => Store): (() => void) =>
  onCashTaken(() => {
    const { id, cashbox } = store();
    const printer = drawerPrinter(id);
    if (cashbox?.drawer !== true || printer === null) return;
    void pulseDrawer({ id }, printer).then((failure) => {
      if (failure !== null) toast.show({ id: 'drawer', kind: 'error', text: failure });
    });
  });

/** What the person has to know of QZ Tray on a computer that prints: it is down, or the browser has to be asked. */
export type ServiceTrouble = 'down' | 'asks';

/**
 * Tells when QZ Tray goes down or cannot be reached, once until it is there again, while a printer of this computer is
 * set (P-44). Returns what stops it.
 */
export function watchService(storeId: number, onTrouble: (trouble: ServiceTrouble | null) => void): () => void {
  let told = false;
  const heed = ({ state, network }: { readonly state: ServiceState; readonly network: string | null }): void => {
    if (state.name === 'connected') {
      told = false;
      return onTrouble(null);
    }
    if (told || state.name === 'pending' || !hasLocalPrinter(storeId)) return;
    const trouble = state.why !== null ? 'down' : network === 'prompt' ? 'asks' : null;
    if (trouble === null) return;
    told = true;
    onTrouble(trouble);
  };
  heed(usePrintService.getState());
  return usePrintService.subscribe(heed);
}

/** Inside a tap: the browser may ask the person. */
export const connectNow = (storeId: number): void => void connectPrinting(storeId);
