import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sandboxCredentials } from '#server/billing/sandbox/fiscal-sandbox.ts';
import { fiscalDocuments, fiscalSettings } from '#server/db/schema/billing.ts';
import { stores } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import { askInvoice, finalConsumer, pursueLater, readBillingAnswer } from '#server/testing/invoices.ts';
import { askPanel, panelKey } from '#server/testing/panel.ts';
import { testIssuer } from '#server/testing/procedures.ts';
import { parseProfile, readCreated, readError, readFeed } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const [esquina, paraguay] = [1, 4];
const cuit = '30711111111';
const pair = sandboxCredentials(cuit);
const another = sandboxCredentials('20123456786');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey });
});
afterAll(() => server.close());

const issuer = testIssuer;
const paraguayan = {
  ...issuer,
  tax_id: '80012345-0',
  point: 1,
  timbrado: '12345678',
  activity: 'Restaurantes y parrillas',
};
const real = { environment: 'test', issuer, certificate: pair.certificate, private_key: pair.privateKey };
const put = (body: unknown, store = esquina) => askPanel(server, 'PUT', 'fiscal', body, { store });
const settingsOf = async (store = esquina) =>
  (await server.db.direct.select().from(fiscalSettings).where(eq(fiscalSettings.store_id, store)))[0];
const lastAudit = async () => (await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1))[0];
const sell = async () => ({
  type: 'order' as const,
  id: readCreated(await sendOrder(server, { wanted: { type: 'TAKEAWAY' } })).id,
});
const refusedFields = async (body: unknown, store = esquina) => {
  const answer = await put(body, store);
  return [answer.status, Object.keys(readError(answer).errors ?? {})];
};

/** Without documents that are under way. */
beforeEach(() => pursueLater(server, 60_000));

describe('who a store is for its tax authority comes from the partner panel', () => {
  it('and the next invoice is issued by it', async () => {
    expect((await put({ environment: 'sandbox', issuer, certificate: null })).status).toBe(200);
    const invoice = readBillingAnswer(await askInvoice(server, await sell(), finalConsumer()));
    expect(invoice).toMatchObject({ state: 'issued', printed_number: '00007-00000001' });
    expect(invoice.content.issuer).toMatchObject({ name: 'La Esquina S.R.L.', taxId: cuit });
  });

  it('keeps the secrets encrypted, and tells them to nobody', async () => {
    expect((await put(real)).status).toBe(200);
    const settings = await settingsOf();
    expect(settings).toMatchObject({ authority: 'ARCA', environment: 'test', certificate: pair.certificate });
    expect(settings?.private_key).toMatch(/^v1\./);
    expect(server.deps.billing.vault?.open(settings?.private_key ?? '')).toBe(pair.privateKey);
    const entry = await lastAudit();
    expect(entry).toMatchObject({ action: 'fiscal.change', actor_name: 'partner-panel', store_id: esquina });
    expect(JSON.stringify(entry)).not.toMatch(/BEGIN|v1\./);
    expect(entry?.after).toMatchObject({ secrets: 'replaced', environment: 'test' });
  });

  it('a repeat changes and records nothing; without a key the one that the store has stays', async () => {
    await put(real);
    const [entry, before] = [await lastAudit(), await settingsOf()];
    expect((await put(real)).status).toBe(200);
    const { private_key: _key, ...without } = real;
    expect((await put(without)).status).toBe(200);
    expect([await lastAudit(), await settingsOf()]).toEqual([entry, before]);
    const moved = { ...without, issuer: { ...issuer, point: 8 } };
    expect((await put(moved)).status).toBe(200);
    expect(await settingsOf()).toMatchObject({ private_key: before?.private_key, issuer: { point: 8 } });
    expect((await lastAudit())?.after).toMatchObject({ secrets: 'kept', issuer: { point: 8 } });
  });

  it('its condition decides which classes the devices offer, and they read it again (I-09)', async () => {
    await put(real);
    const profile = async () => parseProfile(await server.ask('ana', '/store/1')).store.pivot?.config.vatCategory;
    expect(await profile()).toBe(1);
    const { head } = readFeed(await server.ask('ana', '/store/1/changes'));
    expect((await put({ ...real, issuer: { ...issuer, condition: 'monotributo' } })).status).toBe(200);
    expect(await profile()).toBe(2);
    const told = readFeed(await server.ask('ana', `/store/1/changes?since=${head}`)).changes;
    expect(told.map(({ name, payload }) => [name, payload])).toEqual([
      ['gateway-updated', { id: expect.any(Number), type: 'billing' }],
    ]);
    await put(real);
  });

  it('Paraguay: RUC, timbrado and activity; for real also the CSC', async () => {
    const [store] = await server.db.direct.select().from(stores).where(eq(stores.id, paraguay));
    expect(store?.country).toBe('PY');
    const vat = store?.vat_category;
    const body = { ...real, issuer: paraguayan };
    expect(await refusedFields(body, paraguay)).toEqual([422, ['csc_id']]);
    expect(await refusedFields({ ...body, csc_id: '0001' }, paraguay)).toEqual([422, ['csc']]);
    expect((await put({ ...body, csc_id: '0001', csc: 'ABCD1234' }, paraguay)).status).toBe(200);
    const settings = await settingsOf(paraguay);
    expect(settings).toMatchObject({ authority: 'SIFEN', csc_id: '0001', issuer: { taxId: '80012345-0' } });
    expect(server.deps.billing.vault?.open(settings?.csc ?? '')).toBe('ABCD1234');
    const [now] = await server.db.direct.select().from(stores).where(eq(stores.id, paraguay));
    expect(now?.vat_category).toBe(vat);
  });
});

describe('what is refused names its field, and changes nothing', () => {
  it.each<[string, object, string, number?]>([
    ['a CUIT with a wrong digit', { ...real, issuer: { ...issuer, tax_id: '30-71111111-2' } }, 'issuer.tax_id'],
    ['a point of sale 0', { ...real, issuer: { ...issuer, point: 0 } }, 'issuer.point'],
    ['a day that is none', { ...real, issuer: { ...issuer, started_on: '2020-02-31' } }, 'issuer.started_on'],
    ['no certificate, for real', { environment: 'production', issuer, certificate: null }, 'certificate'],
    ['a certificate that is none', { ...real, certificate: 'no es un certificado' }, 'certificate'],
    ['a key that is none', { ...real, private_key: 'no es una clave' }, 'private_key'],
    ['the key of another certificate', { ...real, private_key: another.privateKey }, 'private_key'],
    [
      'a RUC with a wrong digit',
      { ...real, issuer: { ...paraguayan, tax_id: '80012345-1' } },
      'issuer.tax_id',
      paraguay,
    ],
    ['no timbrado', { ...real, issuer: { ...paraguayan, timbrado: null } }, 'issuer.timbrado', paraguay],
    ['no activity', { ...real, issuer: { ...paraguayan, activity: null } }, 'issuer.activity', paraguay],
    ['a point of four digits', { ...real, issuer: { ...paraguayan, point: 1000 } }, 'issuer.point', paraguay],
  ])('%s', async (_what, body, field, store = esquina) => {
    const before = await settingsOf(store);
    expect(await refusedFields(body, store)).toEqual([422, [field]]);
    expect(await settingsOf(store)).toEqual(before);
  });

  it('an expired certificate', async () => {
    server.clock.jump(Date.UTC(2050, 0, 2) - server.clock.now());
    expect(await refusedFields({ ...real, certificate: another.certificate, private_key: another.privateKey })).toEqual(
      [422, ['certificate']],
    );
    server.clock.jump(Date.UTC(2026, 10, 21) - server.clock.now());
  });

  it('another taxpayer, while an invoice is not decided', async () => {
    await put({ environment: 'sandbox', issuer, certificate: null });
    server.fiscalSandbox.faultOf = (operation) => (operation === 'FECAESolicitar' ? 'error' : null);
    expect((await askInvoice(server, await sell(), finalConsumer())).status).toBe(202);
    const others = { environment: 'sandbox', issuer: { ...issuer, tax_id: '20-12345678-6' }, certificate: null };
    expect(await refusedFields(others)).toEqual([422, ['issuer']]);
    // Documents of now keep their own point of sale.
    expect((await put({ environment: 'sandbox', issuer: { ...issuer, point: 9 }, certificate: null })).status).toBe(
      200,
    );
    server.fiscalSandbox.faultOf = () => null;
    await pursueLater(server, 120_000);
    const [last] = await server.db.direct.select().from(fiscalDocuments).orderBy(desc(fiscalDocuments.id)).limit(1);
    expect(last).toMatchObject({ state: 'issued', point: '7' });
    expect((await put(others)).status).toBe(200);
  });
});

describe('the VAT rate of a product comes with it', () => {
  const fainá = async () => {
    const { catalog } = parseProfile(await server.ask('ana', '/store/1'));
    const item = catalog.items.find((i) => i.name === 'Fainá');
    if (!item) throw new Error('the menu has no Fainá');
    return { ...item, groups: [] };
  };
  const putItem = async (more: object) =>
    askPanel(server, 'PUT', 'catalog', { items: [{ ...(await fainá()), ...more }] });

  it('and is what an order of then is invoiced with; absent, it stays; null is the usual one', async () => {
    const rateOf = async () => {
      const sold = readCreated(await sendOrder(server, { wanted: { type: 'TAKEAWAY', items: [['Fainá', 1]] } }));
      const invoice = await askInvoice(server, { type: 'order', id: sold.id }, finalConsumer());
      return readBillingAnswer(invoice).content.vat.map((part) => part.rate);
    };
    await put({ environment: 'sandbox', issuer, certificate: null });
    expect((await putItem({ vat_rate: 105 })).status).toBe(200);
    expect(await rateOf()).toEqual([105]);
    await putItem({ price: 2_000 });
    expect(await rateOf()).toEqual([105]);
    await putItem({ vat_rate: null });
    expect(await rateOf()).toEqual([210]);
  });

  it('one of the other country, or none at all, is refused', async () => {
    for (const vat_rate of [100, 50, 211, '105']) {
      const answer = await putItem({ vat_rate });
      expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, ['items.0.vat_rate']]);
    }
  });
});
