import type { CallContext, CommandCalls } from '#commands/api.ts';
import { headersOf } from '#data/api/link.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { noAnswer } from '#sync/failure.ts';
import type { GroupCalls } from './groups/group-commands.ts';
import type { SimulatedTab } from './surroundings.ts';
import type { Json, WireRequest } from './wire.ts';
import { refreshPath } from './wire.ts';

const { id: storeId } = memoryStore;

type Call = Omit<WireRequest, 'actorId' | 'generation'>;

/** The requests of one page, with its token. */
export class TabCalls {
  generation: number;
  #tab: SimulatedTab;
  #inFlight = 0;

  constructor(tab: SimulatedTab) {
    this.#tab = tab;
    tab.device.generation += 1;
    ({ generation: this.generation } = tab.device);
  }

  read(path: string): Promise<Json> {
    return this.#call({ method: 'GET', path, headers: {}, body: null }, 10_000);
  }

  renew(than: number, onRenewed: (generation: number) => void): void {
    const { device } = this.#tab;
    this.#call({ method: 'POST', path: refreshPath, headers: {}, body: null }, 15_000).then(
      () => {
        if (this.generation > than) return;
        device.generation += 1;
        ({ generation: this.generation } = device);
        onRenewed(this.generation);
      },
      () => {},
    );
  }

  /** The shipped commands' calls over this wire. */
  orders(): CommandCalls {
    const call = (
      method: string,
      path: string,
      body: unknown,
      options: { context?: CallContext | undefined } | undefined,
    ): Promise<Json> => this.#command(method, `/store/${storeId}/orders${path}`, body, options?.context ?? {});
    const orders: CommandCalls['orders'] = {
      create: ({ store_id, ...submission }, options) =>
        call('POST', store_id === storeId ? '' : '/elsewhere', submission, options),
      changeStatus: ({ id, status }, options) => call('PATCH', `/${String(id)}`, { status }, options),
      reject: ({ id, reject_reason }, options) => call('PATCH', `/${String(id)}/reject`, { reject_reason }, options),
      delay: ({ id, minutes }, options) => call('PATCH', `/${String(id)}/delay`, { minutes }, options),
    };
    const absent = (): Promise<never> => Promise.reject(new Error('neither tickets nor tables in here'));
    return { orders, tickets: { send: absent }, groups: { open: absent, save: absent }, cashbox: { flow: absent } };
  }

  groups(): GroupCalls {
    return { send: (method, path, body, { context }) => this.#command(method, `/groups${path}`, body, context) };
  }

  #command(method: string, path: string, body: unknown, context: CallContext): Promise<Json> {
    const { onDeparture } = this.#tab.device.around;
    this.#inFlight += 1;
    onDeparture(this.#tab, {
      cmdId: context.idempotencyKey ?? '',
      settleOnly: context.settleOnly === true,
      inFlight: this.#inFlight,
    });
    return this.#call({ method, path, headers: headersOf(context), body }, 15_000).finally(() => {
      this.#inFlight -= 1;
    });
  }

  /** Sends a request. An answer reaches a frozen page at its thaw. The caller decides whether to trust its content. */
  #call(call: Call, limitMs: number): Promise<Json> {
    const tab = this.#tab;
    const { wire, world, log, onAnswered } = tab.device.around;
    const given: WireRequest = { ...call, actorId: tab.actor, generation: this.generation };
    const cmdId = call.headers['idempotency-key'] ?? '';
    return new Promise((resolve, reject) => {
      let late = false;
      const giveUp = (): void => {
        late = true;
        reject(noAnswer(given.generation));
      };
      const cancel = world.after(limitMs, () => tab.now(giveUp));
      const name = (): string => `device ${tab.actor} ${call.method} ${call.path} ${cmdId}`;
      log(() => `${name()} leaves`);
      const ended = (outcome: string, work: () => void): void => {
        cancel();
        log(() => `${name()}: ${outcome}`);
        tab.now(work);
      };
      wire.request(tab.device.line, given, {
        answered: (body) =>
          ended('answered', () => {
            if (!late && cmdId !== '') onAnswered(tab, cmdId, null);
            resolve(body);
          }),
        failed: (failure, retryAfterMs) =>
          ended(`${failure.status} ${failure.code}`, () => {
            if (!late && cmdId !== '') onAnswered(tab, cmdId, { failure, retryAfterMs });
            reject(failure);
          }),
      });
    });
  }
}
