import { isDiskFull } from '#platform/storage.ts';
import type { OutboxStore } from '#sync/store.ts';

/**
 * Wraps a store so that it makes room once: when a write finds the disk full, `relieve` deletes data that the server
 * has (never the outbox) and the write is tried once more. If that fails too, the command is not accepted (offline
 * engine, Quota).
 */
export function relievingStore(store: OutboxStore, relieve: () => Promise<void>): OutboxStore {
  let closed = false;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new DOMException('closed', 'InvalidStateError');
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      await relieve();
      return work();
    }
  };
  return {
    load: () => write(() => store.load()),
    commands: () => write(() => store.commands()),
    enqueue: (...args) => write(() => store.enqueue(...args)),
    markSending: (...args) => write(() => store.markSending(...args)),
    save: (...args) => write(() => store.save(...args)),
    ack: (...args) => write(() => store.ack(...args)),
    reject: (...args) => write(() => store.reject(...args)),
    expire: (...args) => write(() => store.expire(...args)),
    merge: (...args) => write(() => store.merge(...args)),
    dismiss: (...args) => write(() => store.dismiss(...args)),
    revise: (...args) => write(() => store.revise(...args)),
    saveEngineTime: (...args) => write(() => store.saveEngineTime(...args)),
    identify: (...args) => write(() => store.identify(...args)),
    numbers: () => write(() => store.numbers()),
    explained: (...args) => write(() => store.explained(...args)),
    close() {
      closed = true;
      store.close();
    },
  };
}
