import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';
import { fuzz, fuzzSeed, type FuzzTarget } from '#server/testing/fuzz.ts';
import { panelKey } from '#server/testing/panel.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { panelCalls } from './panel-routes.ts';

let server: TestServer;
let sent = 0;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey, supportDeskKey: panelKey });
});
afterAll(async () => {
  process.stdout.write(`fuzz: ${targets.length} calls with a key, ${sent} requests, FUZZ_SEED=${fuzzSeed}\n`);
  await server.close();
});

const item = { name: 'Locro', price: 5200.5, section_id: 1, groups: [] };
const option = { name: 'Chico', price: 1, max: 1 };
const group = { name: 'Tamaño', constraints: { min: 0, max: 1 }, additionals: [option] };
const gatewayConfig = { support: false, order_ready: false, delay: 5, delay_display: 'Hay mucho tránsito.' };
const panelBodies: Readonly<Record<string, unknown>> = {
  catalog: { sections: [{ name: 'De estación' }], items: [{ ...item, groups: [group] }] },
  cashbox: { payouts: true, block: false, blind: true, drawer: true, time_limit: 12 },
  codes: { code: 'LE-P1', description: 'Patio', group: false },
  discounts: { name: 'Oferta', catalogs: ['LOCAL'], type: 'PERCENTAGE', value: 5, days: [1], from: '2026-11-20' },
  fiscal: {
    environment: 'sandbox',
    issuer: {
      name: 'La Esquina S.R.L.',
      tax_id: '30-71111111-1',
      address: 'Av. Corrientes 3500',
      condition: 'registered',
      point: 3,
      started_on: '2020-03-01',
    },
    certificate: null,
  },
  maps: { name: 'Terraza', draw: floorMapDrawing('Terraza', []) },
  gateways: { type: 'shipping', name: 'Moto', service: 'moto', config: gatewayConfig },
};

/** The calls of other programs with their own key. */
const targets: readonly FuzzTarget[] = [
  ...panelCalls.map(({ method, path }) => ({
    name: `panel: ${method} ${path.replace('/core/store/:id/', '')}`,
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    body: () => (method === 'PUT' ? panelBodies[path.split('/').at(-1) ?? ''] : undefined),
    key: panelKey,
  })),
  ...(
    [
      ['POST', '/core/store/{id}/message', { title: 'Aviso', text: 'Hola', level: 'info' }],
      ['POST', '/core/tickets/{id}/message', { message: 'Hola' }],
      ['PATCH', '/core/tickets/{id}', { status: 'closed' }],
    ] as const
  ).map(([method, path, body]) => ({ name: `desk: ${path}`, method, path, body: () => body, key: panelKey })),
];

describe('nothing that the panel or the support desk sends makes a 5xx (E-20)', { timeout: 180_000 }, () => {
  it.each(targets.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
    sent += await fuzz(server, target);
  });

  it('and nothing was logged as a failure of ours', () => {
    expect(server.errors).toEqual([]);
    expect(sent).toBeGreaterThan(200 * targets.length);
  });
});
