import { api } from '#data/api/api.ts';
import type { OutboxReport } from '#domain/outbox-balance.ts';
import { wakeIn } from '#platform/clock.ts';
import type { OutboxStore } from '#sync/store.ts';

/** A report at the logout that takes longer is given up. */
const farewellMs = 2_000;

/** Where the numbers are, and whose they are. */
export interface NumberedOutbox {
  readonly store: Pick<OutboxStore, 'numbers' | 'explained'>;
  readonly storeId: number;
  /** As in X-Device. */
  readonly id: string;
}

/**
 * Reports to the store what became of the numbers of this outbox (offline engine, Numbers). What fails is reported at
 * the next occasion.
 */
export class NumberReports {
  #outbox: NumberedOutbox;
  /** What the server knows, as text. */
  #told = '';
  /** Whether to report also what the server knows. */
  #anyway = false;
  #running = false;
  #again = false;

  constructor(outbox: NumberedOutbox) {
    this.#outbox = outbox;
  }

  /** `anyway`: also when nothing has changed, because the store asks, or nothing was heard of this device for long. */
  async tell(anyway: boolean): Promise<void> {
    this.#anyway ||= anyway;
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      await this.#once().catch(() => {});
    }
    this.#running = false;
  }

  /** The last report before the person logs out. `discarding`: they give up everything that has not ended. */
  async leave(discarding: boolean): Promise<void> {
    const said = await this.#outbox.store.numbers();
    const left = discarding
      ? { ...said, held: [], rejected: [], withdrawn: [...said.withdrawn, ...said.held, ...said.rejected] }
      : said;
    await Promise.race([this.#send(left, true), new Promise<void>((resolve) => void wakeIn(farewellMs, resolve))]);
  }

  async #once(): Promise<void> {
    const said = await this.#outbox.store.numbers();
    const text = JSON.stringify(said);
    if (text === this.#told && !this.#anyway) return;
    const explained = await this.#send(said, false);
    this.#told = text;
    this.#anyway = false;
    await this.#outbox.store.explained(explained);
  }

  async #send({ held, rejected, withdrawn, ...said }: OutboxReport, left: boolean): Promise<number> {
    const { storeId, id } = this.#outbox;
    const lists = { held: [...held], rejected: [...rejected], withdrawn: [...withdrawn] };
    // For whoever is logged in here, not for the person who holds the device by a PIN.
    const context = { acting: null };
    return (await api.outboxes.report({ store_id: storeId, id, ...said, ...lists, left }, { context })).explained;
  }
}
