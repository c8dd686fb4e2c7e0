import { randomUUID } from 'node:crypto';
import { isContractProcedure } from '@orpc/contract';
import { printPointId } from './printing.ts';
import { nearLaEsquina } from './submissions.ts';
import { testStart } from './test-server.ts';
import { contract } from '#contract/contract.ts';
import type { ProcedureMeta } from '#contract/procedure.ts';
import type { OutboxReport } from '#domain/outbox-balance.ts';
import type { Ability } from '#domain/permissions.ts';

/** One endpoint of the contract, found by walking it, so every enumeration contains a new endpoint automatically. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly ability: Ability;
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

function walk(node: unknown, path: readonly string[]): Endpoint[] {
  if (typeof node !== 'object' || node === null) return [];
  if (!isContractProcedure(node)) return Object.entries(node).flatMap(([key, inner]) => walk(inner, [...path, key]));
  const { route, meta } = node['~orpc'];
  const { ability }: Partial<ProcedureMeta> = meta;
  const method = methods.find((m) => m === route.method);
  if (!ability || !method || !route.path) throw new Error(`${path.join('.')} lacks ability, method or path`);
  return [{ name: path.join('.'), method, path: route.path, ability }];
}

export const endpoints: readonly Endpoint[] = walk(contract, []);

/** Who La Esquina is for ARCA. */
export const testIssuer = {
  name: 'La Esquina S.R.L.',
  tax_id: '30-71111111-1',
  address: 'Av. Corrientes 3500, CABA',
  condition: 'registered',
  point: 7,
  started_on: '2020-03-01',
};

/** What a device reports of its outbox; by default of a new one, without a command. */
export const outboxReport = (more: Partial<OutboxReport & { id: string; left: boolean }> = {}) => ({
  id: randomUUID(),
  minted: 0,
  since: 0,
  held: [],
  rejected: [],
  withdrawn: [],
  left: false,
  ...more,
});

/** A body that the endpoint accepts; undefined = the endpoint takes none. */
export function exampleBody(
  name: string,
  {
    submission,
    order,
    store,
    code = 'ACDE-3467',
  }: { readonly submission: unknown; readonly order: number; readonly store: number; readonly code?: string },
): unknown {
  const bodies: Readonly<Record<string, unknown>> = {
    'orders.create': submission,
    'orders.changeStatus': { status: 'ACCEPTED' },
    'orders.reject': { reject_reason: 'closed' },
    'orders.delay': { minutes: 5 },
    'orders.changeMany': { status: 'ACCEPTED', ids: [order] },
    // The demo's first table, and its second one.
    'groups.open': { uid: randomUUID(), code_id: 5, seller_id: null, data: { people: 2, childrens: false } },
    'groups.save': { payments: [{ method: 'cash', amount: 0, option: 'cash', type: 'exact', value: null }] },
    'groups.changeCode': { code_id: 6 },
    // No group and no move have these ids.
    'groups.moveItems': { to: 987_655, items: [{ item_id: 1, quantity: 1 }] },
    'groups.merge': { from: 987_655, from_rev: 1 },
    'groups.undoMove': { move_id: 987_654 },
    'ordering.checkPromocode': { code: 'DIEZ' },
    'ordering.scheduleOptions': { type: 'TAKEAWAY' },
    'ordering.shippingCost': nearLaEsquina,
    'alerts.report': { receipts: [{ order_id: order, stage: 'displayed', at: '2026-11-20T23:00:00.000Z' }] },
    'alerts.pushToken': { user_id: '1' },
    'stores.answerInvitation': { answer: true },
    'stores.saveStatus': {
      open: true,
      type: { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } }, preorder: true },
      delay: 20,
    },
    'stores.answerAutoclose': { minutes: 15 },
    'tickets.create': { order_id: order, reason: 'delay' },
    'tickets.send': { from: 'store', read_by: [], hash: '01939b1e-0000-7000-8000-00000000000a', message: 'Hola' },
    'payouts.confirm': { code: '4821' },
    'cashbox.configure': { payouts: true, block: false },
    'cashbox.open': { amount: 100 },
    'cashbox.flow': { type: 'other', amount: 1 },
    'orders.refund': { method: 'cash', amount: 1, reason: 'Prueba' },
    'groups.refund': { method: 'cash', amount: 1, reason: 'Prueba' },
    'billing.invoiceOrder': { invoiceType: 6, customerType: 'final', vatCategory: 0 },
    'billing.invoiceGroup': { invoiceType: 6, customerType: 'final', vatCategory: 0 },
    'billing.saveSettings': { environment: 'sandbox', issuer: testIssuer, certificate: null },
    'guests.ask': { key: randomUUID(), kind: 'waiter', lines: [], note: null },
    'guests.reject': { reason: 'Cerró la cocina' },
    'guests.settings': { guests: true, guest_orders: true, guest_units_max: 12 },
    'pins.set': { pin: '4821' },
    'pins.grant': { user_id: 1, pin: '4821' },
    'cashbox.close': { amount: 100 },
    'cashbox.count': { amount: 100 },
    'outboxes.report': outboxReport({ minted: 1, held: [1] }),
    'deviceChecks.report': { id: randomUUID(), results: null },
    'printing.addPoint': { name: 'Mostrador', shared: 1, types: ['summary', 'cashbox'], printers: ['Caja'] },
    'printing.savePoint': { name: 'Mostrador', shared: 1, types: ['summary', 'cashbox'] },
    'printing.order': { printpoint_id: printPointId(store) },
    'printing.orderInvoice': { printpoint_id: printPointId(store) },
    'printing.groupInvoice': { printpoint_id: printPointId(store) },
    'printing.group': { printpoint_id: printPointId(store) },
    'printing.cashbox': { printpoint_id: printPointId(store) },
    'printing.lease': { lease: 1 },
    'printing.sending': { lease: 1, sha256: '0'.repeat(64) },
    'printing.end': { lease: 1, outcome: 'failed' },
    'printing.claim': { order_id: order, kind: 'commander', hand: true, value: 'Caja', assemblies: {} },
    'printing.endSlip': { outcome: 'failed' },
    'printing.sign': { call: 'printers.getDefault', timestamp: testStart },
    'kiosks.startPairing': { device: 'Chrome en Linux' },
    'kiosks.pairingToken': { id: '01939b1e-0000-7000-8000-000000000001', secret: 'x'.repeat(43) },
    'kiosks.approve': { code, name: 'Plancha' },
    'kiosks.refuse': { code },
    'account.authorizeChannel': { socket_id: '1.1', channel_name: `private-store.${store}` },
    'account.signUp': {
      fullname: 'Nadia Prueba',
      email: 'nadia@demo.marche',
      phone: '+5491145550199',
      password: 'empanadas9',
    },
    'account.socialSignIn': { access_token: 'x'.repeat(43) },
    'account.requestCode': { target_type: 'email', target: 'nadie@demo.marche', issued_for: 'recovery_access' },
    'account.signInByCode': {
      target_type: 'email',
      target: 'nadie@demo.marche',
      issued_for: 'recovery_access',
      received_code: '0000',
    },
    'account.saveProfile': { fullname: 'Ana Ferreyra', notification_types: ['OrderNew'], notification_channels: [] },
    'account.changePassword': { password: 'marche2026', password_confirm: 'marche2026' },
    'account.signIn': { email: 'ana@demo.marche', password: 'marche2026' },
  };
  return bodies[name];
}
