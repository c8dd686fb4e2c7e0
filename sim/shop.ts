import type { WireOrder } from '#contract/wire/orders.ts';
import { instant } from '#domain/time.ts';
import type { OutsideChange, PendingCall, ShopCall } from '#server/testing/memory-shop.ts';
import type { Announcement } from '#server/realtime/announce.ts';
import { MemoryShop } from '#server/testing/memory-shop.ts';
import type { World } from './world.ts';

/** One effect that the server applied, for the checks. */
export interface Applied {
  readonly cmdId: string;
  readonly uid: string;
  readonly kind: string;
  /** The status just before; null for a creation. */
  readonly from: string | null;
  readonly order: WireOrder;
  readonly at: number;
}

export type HintedChange = Announcement['change'];

/** A restored database lacks fewer events than this. */
const mostUndone = 8;

/** The server of a history. */
export interface SimulatedShop {
  readonly applied: readonly Applied[];
  /** Number of settle-only requests that applied their command, which is a bug. */
  readonly settledByApplying: number;
  begin(call: ShopCall): PendingCall;
  head(): number;
  onAdminEvent(listener: (change: HintedChange) => void): void;
  orders(): readonly WireOrder[];
  /** HTTP status of the command's stored decision; null when there is none. */
  statusOf(cmdId: string): number | null;
  outside(change: OutsideChange): Promise<void>;
  /** Restores the database as it was after one of its last events, in a new epoch. */
  goBack(pick: number): void;
}

/** The shipped decisions over memory, with a record of all applied effects. */
export class InMemory implements SimulatedShop {
  readonly applied: Applied[] = [];
  settledByApplying = 0;
  #shop: MemoryShop;
  #status = new Map<string, string>();
  readonly #copies: { readonly restore: () => void; readonly applied: number }[] = [];

  constructor(world: World) {
    this.#shop = new MemoryShop({ clock: { now: () => instant(1_780_000_000_000 + world.now) } });
    this.#shop.onEvent(({ audience, change }) => {
      if (audience !== 'admin' || !change.order) return;
      const effect = this.#shop.effects.find((e) => e.serverSeq === change.store_seq);
      if (!effect) throw new Error(`event ${change.store_seq} without effect`);
      const { order } = change;
      this.applied.push({
        cmdId: effect.cmdId,
        uid: order.uid,
        kind: effect.kind,
        from: this.#status.get(order.uid) ?? null,
        order,
        at: world.now,
      });
      this.#status.set(order.uid, order.status);
      this.#copies.push({ restore: this.#shop.backUp(), applied: this.applied.length });
    });
  }

  begin(call: ShopCall): PendingCall {
    const pending = this.#shop.begin(call);
    if (call.headers['x-settle-only'] !== '1') return pending;
    return {
      abandon: () => pending.abandon(),
      commit: async () => {
        const before = this.applied.length;
        const answer = await pending.commit();
        if (this.applied.length > before) this.settledByApplying += 1;
        return answer;
      },
    };
  }

  head(): number {
    return this.#shop.head('admin');
  }

  onAdminEvent(listener: (change: HintedChange) => void): void {
    this.#shop.onEvent(({ audience, change }) => {
      if (audience === 'admin') listener(change);
    });
  }

  orders(): readonly WireOrder[] {
    return this.#shop.orders();
  }

  statusOf(cmdId: string): number | null {
    return this.#shop.command(cmdId);
  }

  async outside(change: OutsideChange): Promise<void> {
    await this.#shop.outside(change);
  }

  goBack(pick: number): void {
    const least = Math.max(1, this.#copies.length - 1 - (pick % mostUndone));
    this.#copies.length = Math.min(this.#copies.length, least + 1);
    const copy = this.#copies.at(-1);
    if (!copy) return;
    copy.restore();
    this.applied.length = copy.applied;
    this.#status.clear();
    for (const { uid, order } of this.applied) this.#status.set(uid, order.status);
  }
}
