import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { toldFiscalSettings } from '#contract/fiscal-settings.ts';
import { sandboxCredentials } from '#server/billing/sandbox/fiscal-sandbox.ts';
import { audit } from '#server/db/schema/sync.ts';
import { testIssuer } from '#server/testing/procedures.ts';
import { readError } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const pair = sandboxCredentials('30711111111');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const save = (body: unknown) => server.ask('ana', '/store/1/fiscal', { method: 'PATCH', body });
const read = async () => z.parse(toldFiscalSettings, (await server.ask('ana', '/store/1/fiscal')).body);
const lastAudit = async () => (await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1))[0];
const real = {
  environment: 'test',
  issuer: testIssuer,
  certificate: pair.certificate,
  private_key: pair.privateKey,
};

describe('who a store is for its tax authority, as the store itself says it', () => {
  it('is told without secrets, and the audit names the person', async () => {
    const answer = await save(real);
    expect(answer.status).toBe(200);
    expect(z.parse(toldFiscalSettings, answer.body)).toEqual(await read());
    expect(await read()).toMatchObject({
      environments: ['sandbox', 'test', 'production'],
      environment: 'test',
      issuer: { ...testIssuer, tax_id: '30711111111' },
      certificate: { subject: expect.stringContaining('30711111111') },
      csc: false,
      keeps_credentials: true,
    });
    expect(answer.text).not.toMatch(/BEGIN|v1\./);
    const entry = await lastAudit();
    expect(entry).toMatchObject({ action: 'fiscal.change', actor_kind: 'user', store_id: 1 });
    expect(JSON.stringify(entry)).not.toMatch(/BEGIN|v1\./);
  });

  it('a certificate that is not sent stays, with its key; none at all is for the sandbox only', async () => {
    await save(real);
    const { certificate, private_key: _key, ...without } = real;
    expect((await save({ ...without, issuer: { ...testIssuer, point: 8 } })).status).toBe(200);
    expect(await read()).toMatchObject({ issuer: { point: 8 }, certificate: { subject: expect.any(String) } });
    expect(Object.keys(readError(await save({ ...without, certificate: null })).errors ?? {})).toEqual(['certificate']);
    expect((await save({ ...without, environment: 'sandbox', certificate: null })).status).toBe(200);
    expect((await read()).certificate).toBeNull();
    expect(certificate).toBe(pair.certificate);
  });

  it('what is refused names its field', async () => {
    const wrong = { ...testIssuer, tax_id: '30-71111111-2' };
    expect(Object.keys(readError(await save({ ...real, issuer: wrong })).errors ?? {})).toEqual(['issuer.tax_id']);
  });
});
