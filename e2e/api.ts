import { plainSubmission } from '#testing/submission.ts';
import { randomUUID } from 'node:crypto';
import type { OrderSubmission } from '#contract/order-submission.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { WireCatalog, WireProfile } from '#contract/wire/stores.ts';
import type { Shop } from './shop.ts';

/** The demo accounts (architecture, Demo data). */
export const demoPeople = {
  ana: 'ana@demo.marche',
  bruno: 'bruno@demo.marche',
  carla: 'carla@demo.marche',
  diego: 'diego@demo.marche',
  elena: 'elena@demo.marche',
  fede: 'fede@demo.marche',
  gabi: 'gabi@demo.marche',
} as const;
export const password = 'marche2026';
export const laEsquina = 1;

export type WireItem = WireCatalog['items'][number];

export interface ApiAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** Calls the API as another device would. */
export class ApiUser {
  readonly #origin: string;
  /** The access token. */
  readonly token: string;

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.token = token;
  }

  static async signIn({ origin }: Pick<Shop, 'origin'>, email: string): Promise<ApiUser> {
    const response = await fetch(`${origin}/api/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { access_token } = await response.json();
    return new ApiUser(origin, access_token);
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  profile(storeId = laEsquina): Promise<ApiAnswer<WireProfile>> {
    return this.call('GET', `/store/${storeId}`);
  }

  orders(storeId = laEsquina): Promise<ApiAnswer<WireOrder[]>> {
    return this.call('GET', `/store/${storeId}/orders`);
  }

  /** The items that customers may order too, without options and without a discount. */
  async plainItems(storeId = laEsquina): Promise<readonly WireItem[]> {
    const { body } = await this.profile(storeId);
    const targeted = new Set(body.discounts.flatMap((d) => d.target ?? []));
    if (body.discounts.some((d) => d.target === null)) return [];
    return body.catalog.items.filter(
      (i) => i.groups.length === 0 && !targeted.has(i.id) && (i.catalogs === null || i.catalogs.includes('ONLINE')),
    );
  }

  /** A take-away order of the first plain item; `description` lets a test find it. */
  async submission(description: string, storeId = laEsquina): Promise<OrderSubmission> {
    const [item] = await this.plainItems(storeId);
    if (!item) throw new Error('the demo shop has no plain item without discount');
    return plainSubmission([item], { uid: randomUUID(), description });
  }

  async takeOrder(description: string, storeId = laEsquina): Promise<WireOrder> {
    return this.send(await this.submission(description, storeId), storeId);
  }

  async send(submission: OrderSubmission, storeId = laEsquina): Promise<WireOrder> {
    const { status, body } = await this.call<{ order: WireOrder }>('POST', `/store/${storeId}/orders`, submission, {
      'idempotency-key': randomUUID(),
    });
    if (status !== 201) throw new Error(`order not taken: ${status} ${JSON.stringify(body)}`);
    return body.order;
  }

  changeStatus(
    order: Pick<WireOrder, 'id' | 'status_rev'>,
    status: string,
    storeId = laEsquina,
  ): Promise<ApiAnswer<WireOrder>> {
    return this.call(
      'PATCH',
      `/store/${storeId}/orders/${order.id}`,
      { status },
      {
        'idempotency-key': randomUUID(),
        'if-match': `"${order.status_rev}"`,
      },
    );
  }

  changeMany(ids: readonly number[], status: string, storeId = laEsquina): Promise<ApiAnswer<unknown>> {
    return this.call('PATCH', `/store/${storeId}/orders/massive`, { ids, status }, { 'idempotency-key': randomUUID() });
  }

  async order(id: number, storeId = laEsquina): Promise<WireOrder> {
    return (await this.call<WireOrder>('GET', `/store/${storeId}/orders/${id}`)).body;
  }
}
