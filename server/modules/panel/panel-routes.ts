import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { fiscalInput } from '#contract/fiscal-settings.ts';
import { panelCashbox, panelCatalog } from '#contract/panel.ts';
import { fail, type Result } from '#domain/errors.ts';
import type { Deps } from '#server/deps.ts';
import { keyGuard, parseBody, storeItself } from '#server/http/key-routes.ts';
import { putFiscal } from '#server/modules/billing/fiscal-settings.ts';
import { beginCall, type PanelCall, partnerPanel, Refused } from './panel-call.ts';
import { putCashbox } from './put-cashbox.ts';
import { putCatalog, removeItem, removeSection } from './put-catalog.ts';
import { codeKind, discountKind, gatewayKind, mapKind, putEntity, removeEntity } from './put-entity.ts';
import { removeOrder } from './remove-order.ts';

/** Reads the body, and prepares the change that it asks for. */
type Put = (body: unknown) => Result<(call: PanelCall, deps: Deps) => Promise<Result<unknown>>>;

const put =
  <T extends z.ZodMiniType>(
    schema: T,
    change: (call: PanelCall, body: z.output<T>, deps: Deps) => Promise<Result<unknown>>,
  ): Put =>
  (body) => {
    const read = parseBody(schema, body);
    return read.ok ? { ok: true, value: (call, deps) => change(call, read.value, deps) } : read;
  };

const puts: Readonly<Record<string, Put>> = {
  catalog: put(panelCatalog, putCatalog),
  cashbox: put(panelCashbox, putCashbox),
  fiscal: put(fiscalInput, ({ tx, ...call }, body, { billing }) =>
    putFiscal(tx, { ...call, actor: partnerPanel }, { ...body, certificate: body.certificate ?? null }, billing),
  ),
  codes: put(codeKind.schema, (call, body) => putEntity(call, codeKind, body)),
  discounts: put(discountKind.schema, (call, body) => putEntity(call, discountKind, body)),
  maps: put(mapKind.schema, (call, body) => putEntity(call, mapKind, body)),
  gateways: put(gatewayKind.schema, (call, body) => putEntity(call, gatewayKind, body)),
};

const removals: Readonly<Record<string, (call: PanelCall, id: number) => Promise<Result<null>>>> = {
  'catalog/items': removeItem,
  'catalog/sections': removeSection,
  codes: (call, id) => removeEntity(call, codeKind, id),
  discounts: (call, id) => removeEntity(call, discountKind, id),
  maps: (call, id) => removeEntity(call, mapKind, id),
  gateways: (call, id) => removeEntity(call, gatewayKind, id),
  orders: removeOrder,
};

/** Every call of the partner panel, for tests that try them all; `:entity` is the id of a part of the store. */
export const panelCalls: readonly { readonly method: 'PUT' | 'DELETE'; readonly path: string }[] = [
  ...Object.keys(puts).map((part) => ({ method: 'PUT' as const, path: `/core/store/:id/${part}` })),
  ...Object.keys(removals).map((part) => ({ method: 'DELETE' as const, path: `/core/store/:id/${part}/:entity` })),
];

interface Named {
  Params: { id: string; entity?: string };
}

/**
 * The partner panel's calls, authenticated by `Authorization: Bearer <PARTNER_PANEL_KEY>`: what a store sells, its
 * discounts, codes, maps and gateways, the settings of its register and of its invoices, and the removal of an order. Each
 * change is told to the store's devices by its event, in the transaction that makes it. Without
 * that key in the environment the routes are not mounted.
 */
export function mountPartnerPanel(app: FastifyInstance, deps: Deps): void {
  const { partnerPanelKey } = deps.config;
  if (partnerPanelKey === null) return;
  const guarded = keyGuard(deps, partnerPanelKey);
  const store = storeItself(deps);
  const within = async (
    storeId: number,
    change: (call: PanelCall) => Promise<Result<unknown>>,
  ): Promise<Result<unknown>> => {
    try {
      return await deps.db.store(storeId, 'write', async (tx) => {
        const result = await change(await beginCall(tx, storeId, deps.clock.now()));
        if (!result.ok) throw new Refused(result.failure);
        return result;
      });
    } catch (error) {
      if (error instanceof Refused) return { ok: false, failure: error.failure };
      throw error;
    }
  };

  for (const [part, prepare] of Object.entries(puts))
    app.put<Named>(
      `/api/core/store/:id/${part}`,
      guarded(
        store,
        async ({ storeId, body }) => {
          const prepared = prepare(body);
          return prepared.ok ? within(storeId, (call) => prepared.value(call, deps)) : prepared;
        },
        200,
      ),
    );

  for (const [part, remove] of Object.entries(removals))
    app.delete<Named>(
      `/api/core/store/:id/${part}/:entity`,
      guarded(
        store,
        async ({ storeId, entity }) =>
          entity === null ? fail('not_found') : within(storeId, (call) => remove(call, entity)),
        204,
      ),
    );
}
