import { outboxReportMs } from '#domain/limits.ts';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { whenQuiet } from '#platform/idle.ts';
import { jitter, newUuid } from '#platform/random.ts';
import { dropPictures } from '#platform/storage.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { leadWhilePossible, openTabChannel } from '#platform/tabs.ts';
import { databaseName } from '#sync/database-name.ts';
import { Engine } from '#sync/engine.ts';
import { openIdbStore } from '#sync/idb-store.ts';
import { api } from '#data/api/api.ts';
import { tryImport } from '#data/device/lazy-import.ts';
import { noteUse } from '#data/store/freshness.ts';
import { storeCommands } from '#commands/commands.ts';
import { emptyQueryCache } from '#data/api/query-cache.ts';
import { actingIn } from '#data/session/acting.ts';
import { onNewToken, renewToken } from '#data/session/session.ts';
import { relievingStore } from './relieving-store.ts';
import type { NumberedOutbox, NumberReports } from './number-reports.ts';
import type { DiskError, StoreEngine } from './store-engine.ts';
import { diskErrorOf } from './store-engine.ts';
import type * as Trace from './trace.ts';
import { noteUnsent } from './unsent-cookie.ts';

const writeTimeoutMs = 15_000;
/** How often the engine looks at ages and deadlines, and for the taps of a tab that has died. */
const tickMs = 30_000;
let trace: Promise<typeof Trace> | null = null;

/** The trace loads after the first screen. If it cannot be loaded, only trace lines are lost. */
function withTrace(work: (trace: typeof Trace) => void): void {
  trace ??= new Promise((resolve) => whenQuiet(() => void tryImport(() => import('./trace.ts').then(resolve))));
  void trace.then(work);
}

/** Starts an engine that sends. `openStoreEngine` shows it to the screens. Rejects when the disk cannot be opened. */
export async function startEngine(
  userId: number,
  storeId: number,
  onDiskError: (error: DiskError | null) => void = () => {},
): Promise<StoreEngine> {
  const name = databaseName(userId, storeId);
  const disk = await openIdbStore(name);
  let atRest = (): void => {};
  const rest = new Promise<void>((resolve) => {
    atRest = resolve;
  });
  const close = (): void => {
    disk.close();
    atRest();
  };
  const store = relievingStore({ ...disk, close }, async () => {
    await Promise.all([dropPictures(), emptyQueryCache()]);
  });
  // A full disk refuses to note a new id: then the next start makes another one.
  const freshId = newUuid();
  const deviceId = await store.identify(freshId).catch(() => freshId);
  const reports = numberReports({ store, storeId, id: deviceId });
  const channel = openTabChannel(name, () => engine.nudged());
  const engine = new Engine({
    store,
    commands: storeCommands(api),
    actor: userId,
    deviceId,
    acting: () => actingIn(storeId)?.grant ?? null,
    now: () => deviceClock.mono(),
    jitter,
    newId: newUuid,
    wakeIn,
    writeTimeoutMs,
    renewToken,
    nudge: () => channel.post(),
    onStep: (...step) => withTrace(({ noteStep }) => noteStep(...step)),
    onDisk: (error) => onDiskError(error === null ? null : diskErrorOf(error)),
  });
  await engine.start();
  engine.network(surroundings().online);
  const stops = [
    watchSurroundings(({ online, visible }) => {
      engine.network(online);
      if (online && visible) {
        engine.wake();
        reports.tell(true);
      }
      if (!visible) withTrace(({ keepTrace }) => keepTrace());
    }),
    onNewToken((generation) => engine.tokenChanged(generation)),
    leadWhilePossible(name, (leads) => {
      void engine.lead(leads);
      reports.lead(leads);
    }),
    every(tickMs, () => engine.tick()),
    every(outboxReportMs, () => {
      reports.tell(false);
      noteUse(name);
    }),
    countInCookie(engine, userId, storeId),
  ];
  return {
    userId,
    storeId,
    database: name,
    engine,
    tellNumbers: () => reports.tell(true),
    leave: (discarding) => reports.leave(discarding),
    close() {
      for (const stop of stops) stop();
      channel.close();
      engine.close();
      return rest;
    },
  };
}

/** The reports of this page, which load after the first screen. Only the page that sends commands reports. */
function numberReports(outbox: NumberedOutbox) {
  let loading: Promise<NumberReports | undefined> | null = null;
  let leading = false;
  const load = (): Promise<NumberReports | undefined> =>
    (loading ??= tryImport(() => import('./number-reports.ts').then((m) => new m.NumberReports(outbox))).then(
      (made) => {
        if (!made) loading = null;
        return made;
      },
    ));
  const tell = (anyway: boolean): void => {
    if (leading) void load().then((reports) => reports?.tell(anyway));
  };
  return {
    tell,
    lead(leads: boolean): void {
      leading = leads;
      whenQuiet(() => tell(false));
    },
    leave: async (discarding: boolean): Promise<void> => {
      await load()
        .then((reports) => reports?.leave(discarding))
        .catch(() => {});
    },
  };
}

function countInCookie({ getView, subscribe }: Engine, userId: number, storeId: number): () => void {
  let counted = Number.NaN;
  const count = (): void => {
    const { length } = getView().pending;
    if (length !== counted) noteUnsent(userId, storeId, length);
    counted = length;
  };
  const stop = subscribe(count);
  count();
  return stop;
}
