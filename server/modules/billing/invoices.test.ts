import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { orderGroup } from '#contract/groups.ts';
import { minutes } from '#domain/time.ts';
import type { VatRate } from '#domain/vat.ts';
import { fiscalDocuments, fiscalSeries, fiscalSettings } from '#server/db/schema/billing.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import type { FiscalAuthority } from '#server/billing/fiscal-authority.ts';
import { pursueDocument } from '#server/modules/billing/pursue-documents.ts';
import { items } from '#server/db/schema/catalog.ts';
import { gateways, stores } from '#server/db/schema/stores.ts';
import {
  askCreditNote,
  askInvoice,
  billingPath,
  finalConsumer,
  pursueLater,
  readBillingAnswer,
} from '#server/testing/invoices.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder, type Wanted } from '#server/testing/submissions.ts';
import { openedGroup } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
beforeEach(() => {
  server.fiscalSandbox.faultOf = () => null;
});
afterAll(() => server.close());

async function sold(wanted: Wanted = {}) {
  const order = readCreated(await sendOrder(server, { wanted: { type: 'TAKEAWAY', ...wanted } }));
  return { ...order, payable: { type: 'order', id: order.id } as const };
}
const read = async (id: number) => readOneOrder(await server.ask('ana', `/store/1/orders/${id}`));
const other = {
  customerType: 'other',
  customerName: 'Cliente S.A.',
  customerIdType: 80,
  customerIdNumber: '20-12345678-6',
};
const field = (answer: Answer) => Object.keys(readError(answer).errors ?? {});

describe('an invoice of Argentina', () => {
  it('gets number, CAE and QR, and the order counts it; every device is told (I-16)', async () => {
    const { id, payable, total } = await sold();
    const { head } = readFeed(await server.ask('ana', '/store/1/changes?audience=admin'));
    const answer = await askInvoice(server, payable, finalConsumer());
    expect(answer.status).toBe(201);
    const invoice = readBillingAnswer(answer);
    expect(invoice).toMatchObject({
      kind: 'invoice',
      state: 'issued',
      number: 1,
      printed_number: '00003-00000001',
      sandbox: true,
    });
    expect(invoice.code).toMatch(/^\d{14}$/);
    expect(invoice.qr).toContain('https://www.afip.gob.ar/fe/qr/?p=');
    expect(invoice.content.total).toBe(total);
    const [vat] = invoice.content.vat;
    expect((vat?.base ?? 0) + (vat?.tax ?? 0)).toBeCloseTo(total, 6);
    expect((await read(id)).billings_count).toBe(1);
    const told = readFeed(await server.ask('ana', `/store/1/changes?audience=admin&since=${head}`)).changes.map(
      (c) => c.name,
    );
    expect(told).toContain('order-updated');
    const again = await askInvoice(server, payable, finalConsumer());
    expect([again.status, readError(again)]).toEqual([
      409,
      { code: 'already_billed', message: 'La factura ya fue emitida.' },
    ]);
  });

  it('takes 1, 6 and 11 as invoiceType and no other value (I-03)', async () => {
    const { payable } = await sold();
    for (const invoiceType of [0, 2, 51, '6', null, undefined]) {
      const answer = await askInvoice(server, payable, { ...finalConsumer(), invoiceType });
      expect([answer.status, field(answer)]).toEqual([422, ['invoiceType']]);
    }
    await server.db.direct.update(stores).set({ vat_category: 2 }).where(eq(stores.id, 1));
    expect(readBillingAnswer(await askInvoice(server, payable, finalConsumer(11))).content.vat).toEqual([]);
    expect(field(await askInvoice(server, (await sold()).payable, finalConsumer(6)))).toEqual(['invoiceType']);
    await server.db.direct.update(stores).set({ vat_category: 1 }).where(eq(stores.id, 1));
    const a = await askInvoice(server, (await sold()).payable, { ...other, invoiceType: 1, vatCategory: 1 });
    expect(readBillingAnswer(a)).toMatchObject({ state: 'issued', content: { type: 1 } });
    expect(readBillingAnswer(await askInvoice(server, (await sold()).payable, finalConsumer(6))).content.type).toBe(6);
  });

  it('takes final and other as customerType (I-05) and 0, 1 and 2 as vatCategory (I-07), and no other values', async () => {
    const { payable } = await sold();
    for (const customerType of ['someone', '', null, undefined])
      expect(field(await askInvoice(server, payable, { ...finalConsumer(), customerType }))).toEqual(['customerType']);
    for (const vatCategory of [3, -1, '1', null, undefined])
      expect(field(await askInvoice(server, payable, { ...finalConsumer(), vatCategory }))).toEqual(['vatCategory']);
    expect((await askInvoice(server, payable, finalConsumer())).status).toBe(201);
    for (const [vatCategory, invoiceType, exempt] of [
      [0, 6, false],
      [1, 1, false],
      [2, 6, true],
      [2, 1, false],
    ] as const) {
      const body = { ...other, vatCategory, invoiceType, exempt };
      expect((await askInvoice(server, (await sold()).payable, body)).status).toBe(201);
    }
  });

  it('keeps the customerName (I-06) with the document; a CUIT with a wrong digit is refused at its field, and nothing is kept', async () => {
    const { id, payable } = await sold();
    const answer = await askInvoice(server, payable, {
      ...other,
      invoiceType: 1,
      vatCategory: 1,
      customerIdNumber: '20-12345678-5',
    });
    expect([answer.status, readError(answer).errors]).toEqual([
      422,
      { customerIdNumber: ['No es un CUIT: revisá sus 11 números'] },
    ]);
    expect((await read(id)).billings_count).toBe(0);
    const invoice = readBillingAnswer(await askInvoice(server, payable, { ...other, invoiceType: 1, vatCategory: 1 }));
    expect(invoice.content.customer).toMatchObject({
      name: 'Cliente S.A.',
      idType: 80,
      idNumber: '20123456786',
      condition: 1,
    });
  });

  it('tells the VAT of each product, also of one that was changed since it was sold', async () => {
    const set = (vat_rate: VatRate | null) =>
      server.db.direct
        .update(items)
        .set({ vat_rate })
        .where(and(eq(items.store_id, 1), eq(items.name, 'Medialuna de manteca')));
    await set(105);
    const { payable } = await sold();
    await set(0);
    const { payable: free } = await sold();
    await set(null);
    const rates = async (p: typeof payable) =>
      readBillingAnswer(await askInvoice(server, p, finalConsumer())).content.vat.map((v) => v.rate);
    expect([await rates(payable), await rates(free), await rates((await sold()).payable)]).toEqual([[105], [0], [210]]);
  });

  it('cannot be asked for by two at once', async () => {
    const { id, payable } = await sold();
    const answers = await Promise.all([1, 2, 3, 4].map(() => askInvoice(server, payable, finalConsumer())));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect((await read(id)).billings_count).toBe(1);
  });

  it('is answered again under its key', async () => {
    const { payable } = await sold();
    const key = randomUUID();
    const first = await askInvoice(server, payable, finalConsumer(), { key });
    const second = await askInvoice(server, payable, finalConsumer(), { key });
    expect([second.status, readBillingAnswer(second).number]).toEqual([201, readBillingAnswer(first).number]);
  });
});

describe('billing needs', () => {
  it('a billing gateway, and for an order no group code (I-17)', async () => {
    const group = await openedGroup(server, 1);
    const opened = z.parse(orderGroup, (await server.ask('ana', `/store/1/orderGroups/${group}`)).body);
    const atTable = await sold({ type: 'LOCAL', place: opened.code.description });
    const refused = await askInvoice(server, atTable.payable, finalConsumer());
    expect([refused.status, readError(refused).code]).toEqual([422, 'billing_unavailable']);
    const { payable } = await sold();
    const [gateway] = await server.db.direct
      .delete(gateways)
      .where(and(eq(gateways.type, 'billing'), eq(gateways.store_id, 1)))
      .returning();
    const without = await askInvoice(server, payable, finalConsumer());
    expect([without.status, readError(without)]).toEqual([
      422,
      { code: 'billing_unavailable', message: 'La facturación no está disponible.' },
    ]);
    if (gateway) await server.db.direct.insert(gateways).values(gateway);
    expect((await askInvoice(server, payable, finalConsumer())).status).toBe(201);
  });

  it('the condition of the store towards VAT', async () => {
    const { payable } = await sold();
    await server.db.direct.update(stores).set({ vat_category: null }).where(eq(stores.id, 1));
    const answer = await askInvoice(server, payable, finalConsumer());
    await server.db.direct.update(stores).set({ vat_category: 1 }).where(eq(stores.id, 1));
    expect(readError(answer)).toMatchObject({
      code: 'billing_unavailable',
      message: 'Configurá tu condición frente al IVA.',
    });
  });

  it('a finished table (I-16)', async () => {
    const id = await openedGroup(server, 1);
    const payable = { type: 'orderGroup', id } as const;
    const { code } = z.parse(orderGroup, (await server.ask('ana', `/store/1/orderGroups/${id}`)).body);
    await sold({ type: 'LOCAL', place: code.description });
    await sold({ type: 'LOCAL', place: code.description });
    const open = await askInvoice(server, payable, finalConsumer());
    expect(readError(open)).toMatchObject({ code: 'billing_unavailable', message: 'Se factura una mesa finalizada.' });
    await server.db.direct.update(orderGroups).set({ status: 'COMPLETE' }).where(eq(orderGroups.id, id));
    await server.db.direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.order_group_id, id));
    const invoice = readBillingAnswer(await askInvoice(server, payable, finalConsumer()));
    const group = z.parse(orderGroup, (await server.ask('ana', `/store/1/orderGroups/${id}`)).body);
    expect([invoice.content.total, invoice.content.lines.length, group.billings_count]).toEqual([group.total, 2, 1]);
  });
});

describe('an authority that is down', () => {
  it('all evening: the invoice is 202 with its state, nothing is lost, and it is issued when it answers', async () => {
    server.fiscalSandbox.faultOf = (operation) => (operation === 'FECAESolicitar' ? 'error' : null);
    const { id, payable } = await sold();
    const answer = await askInvoice(server, payable, finalConsumer());
    expect([answer.status, readBillingAnswer(answer)]).toMatchObject([
      202,
      { state: 'verifying', problem: 'Estamos verificando si ARCA emitió la factura. No la cargues de nuevo.' },
    ]);
    const second = await sold();
    expect(readBillingAnswer(await askInvoice(server, second.payable, finalConsumer())).state).toBe('requested');
    expect((await read(id)).billings_count).toBe(1);
    expect((await askInvoice(server, payable, finalConsumer())).status).toBe(409);
    for (let hour = 0; hour < 6; hour += 1) await pursueLater(server, minutes(60));
    const pending = await server.ask('ana', '/store/1/billing/pending');
    expect(pending.body).toMatchObject({ documents: [{ state: 'verifying', payable_id: id }, { state: 'requested' }] });
    server.fiscalSandbox.faultOf = () => null;
    for (let pass = 0; pass < 3; pass += 1) await pursueLater(server, minutes(2));
    expect((await server.ask('ana', '/store/1/billing/pending')).body).toMatchObject({ documents: [] });
    expect((await server.ask('ana', billingPath(payable))).body).toMatchObject({
      documents: [{ state: 'issued' }],
      open: false,
      undoable: true,
    });
  });

  it('before anything was sent: it has no number, and is dropped when its order is rejected', async () => {
    server.fiscalSandbox.faultOf = (operation) => (operation === 'FECompUltimoAutorizado' ? 'error' : null);
    const { id, payable } = await sold();
    const answer = await askInvoice(server, payable, finalConsumer());
    expect([answer.status, readBillingAnswer(answer)]).toMatchObject([
      202,
      { state: 'requested', number: null, problem: 'ARCA no responde. La factura queda pendiente.' },
    ]);
    const order = await read(id);
    await server.ask('ana', `/store/1/orders/${id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev: order.status_rev }),
    });
    expect((await read(id)).billings_count).toBe(0);
    const before = server.fiscalSandbox.arca.documents.length;
    server.fiscalSandbox.faultOf = () => null;
    await pursueLater(server, minutes(5));
    expect(server.fiscalSandbox.arca.documents).toHaveLength(before);
  });

  it('whose answer comes after its claim has ended says nothing: another process has sent the invoice', async () => {
    const { id, payable } = await sold();
    server.fiscalSandbox.faultOf = (operation) => (operation === 'FECAESolicitar' ? 'error' : null);
    const waiting = readBillingAnswer(await askInvoice(server, payable, finalConsumer()));
    server.fiscalSandbox.faultOf = () => null;
    server.clock.jump(minutes(10));
    const answering = (submit: (real: FiscalAuthority['submit']) => FiscalAuthority['submit']) => {
      const { billing } = server.deps;
      const authorityOf: typeof billing.authorityOf = (...of) => {
        const authority = billing.authorityOf(...of);
        return authority && { ...authority, submit: submit((...document) => authority.submit(...document)) };
      };
      return pursueDocument({ ...server.deps, billing: { ...billing, authorityOf } }, waiting.id);
    };
    let dropped = () => {};
    const afterwards = new Promise<void>((resolve) => {
      dropped = resolve;
    });
    let sent: Promise<unknown> = Promise.resolve();
    let authorised = false;
    await answering(() => async () => {
      server.clock.jump(minutes(2));
      sent = answering((real) => async (...document) => {
        const reply = await real(...document);
        authorised = reply.kind === 'authorised';
        await afterwards;
        return reply;
      });
      await expect.poll(() => authorised).toBe(true);
      return { kind: 'rejected', code: '10016', sentence: 'Rechazada', ours: false };
    });
    dropped();
    await sent;
    expect((await read(id)).billings_count).toBe(1);
    const [row] = await server.db.direct.select().from(fiscalDocuments).where(eq(fiscalDocuments.id, waiting.id));
    expect(row).toMatchObject({ state: 'issued', work: 'none' });
  });

  it('a number that another system takes is replaced by the next one', async () => {
    const { payable } = await sold();
    let taken = false;
    server.fiscalSandbox.faultOf = (operation) => {
      if (operation !== 'FECAESolicitar' || taken) return null;
      taken = true;
      return 'taken';
    };
    const answer = await askInvoice(server, payable, finalConsumer());
    expect([answer.status, readBillingAnswer(answer).state]).toEqual([202, 'requested']);
    await pursueLater(server, minutes(1));
    const { body } = await server.ask('ana', billingPath(payable));
    expect(body).toMatchObject({
      documents: [{ state: 'issued', number: server.fiscalSandbox.arca.documents.at(-1)?.number }],
    });
    expect(server.errors.splice(0)).toHaveLength(1);
  });

  it('wrong access tickets are asked for again', async () => {
    server.fiscalSandbox.arca.forgetTickets();
    expect((await askInvoice(server, (await sold()).payable, finalConsumer())).status).toBe(201);
  });
});

describe('a credit note', () => {
  it('undoes an invoice; then the order can be invoiced again', async () => {
    const { id, payable } = await sold();
    const invoice = readBillingAnswer(await askInvoice(server, payable, finalConsumer()));
    const note = readBillingAnswer(await askCreditNote(server, payable));
    expect(note).toMatchObject({
      kind: 'creditNote',
      state: 'issued',
      content: { type: 8, of: { number: invoice.number, code: invoice.code } },
    });
    expect((await read(id)).billings_count).toBe(0);
    expect(readError(await askCreditNote(server, payable))).toMatchObject({ code: 'billing_unavailable' });
    expect((await askInvoice(server, payable, finalConsumer())).status).toBe(201);
  });

  it('is needed before what an invoiced order costs can change; how it is paid can change', async () => {
    const { id, payable } = await sold({
      items: [
        ['Medialuna de manteca', 2],
        ['Fainá', 1],
      ],
    });
    await askInvoice(server, payable, finalConsumer());
    const order = await read(id);
    const change = (method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> =>
      server.ask('ana', `/store/1/orders/${id}${path}`, {
        method,
        body,
        headers: command({ rev: order.money_rev }),
      });
    const discounted = { discount: 1, total: order.total - 1 };
    const item = `/item/${order.order_detail[0]?.id}`;
    for (const answer of [await change('DELETE', item), await change('PATCH', '', discounted)])
      expect([answer.status, readError(answer).code]).toEqual([409, 'already_billed']);
    expect((await read(id)).total).toBe(order.total);
    const cash = { method: 'cash', amount: order.total, option: 'cash', type: 'exact', value: null };
    expect((await change('PATCH', '', { payments: [cash], total: order.total })).status).toBe(200);
    await askCreditNote(server, payable);
    expect((await change('DELETE', item)).status).toBe(200);
  });

  it('follows by itself when an invoiced order is rejected, also when its invoice was in doubt', async () => {
    for (const doubt of [false, true]) {
      const { id, payable } = await sold();
      server.fiscalSandbox.faultOf = (operation) => (doubt && operation === 'FECAESolicitar' ? 'lost-answer' : null);
      const asked = await askInvoice(server, payable, finalConsumer());
      expect(asked.status).toBe(doubt ? 202 : 201);
      const order = await read(id);
      await server.ask('ana', `/store/1/orders/${id}/reject`, {
        method: 'PATCH',
        body: { reject_reason: 'by_store' },
        headers: command({ rev: order.status_rev }),
      });
      server.fiscalSandbox.faultOf = () => null;
      for (let pass = 0; pass < 3; pass += 1) await pursueLater(server, minutes(2));
      const { body } = await server.ask('ana', billingPath(payable));
      expect(body).toMatchObject({
        documents: [
          { kind: 'invoice', state: 'issued', undone: true },
          { kind: 'creditNote', state: 'issued' },
        ],
      });
      expect((await read(id)).billings_count).toBe(0);
    }
  });

  it('is for admins; a seller invoices what they sold', async () => {
    const { payable } = await sold();
    const path = billingPath(payable);
    const by = (body: unknown) => ({ method: 'POST', body, headers: command() }) as const;
    expect((await server.ask('diego', `${path}/invoice`, by(finalConsumer()))).status).toBe(404);
    expect((await server.ask('diego', `${path}/credit-note`, by({}))).status).toBe(403);
  });
});

describe('an invoice of Paraguay', () => {
  const py = { storeId: 4 };
  const sell = async () => {
    const order = readCreated(
      await sendOrder(server, { wanted: { storeId: 4, type: 'LOCAL', items: [['Chipa', 1]] } }),
    );
    return { type: 'order', id: order.id } as const;
  };

  it('has customerType and customerName (I-13), a vatCategory of 0, 1 and 2 (I-14), its code and QR at once, and is approved later', async () => {
    const company = {
      customerType: 'other',
      customerName: 'Empresa',
      customerIdType: 'RUC',
      customerIdNumber: '80012345-0',
      vatCategory: 1,
    };
    const payable = await sell();
    for (const vatCategory of [3, 'x', undefined])
      expect(field(await askInvoice(server, payable, { ...company, vatCategory }, py))).toEqual(['vatCategory']);
    expect(field(await askInvoice(server, payable, { ...company, customerType: 'x' }, py))).toEqual(['customerType']);
    expect(field(await askInvoice(server, payable, { ...company, customerName: ' ' }, py))).toEqual(['customerName']);
    expect(field(await askInvoice(server, payable, { ...company, customerIdNumber: '80012345-1' }, py))).toEqual([
      'customerIdNumber',
    ]);
    for (const vatCategory of [0, 1, 2])
      expect(
        (await askInvoice(server, vatCategory === 0 ? payable : await sell(), { ...company, vatCategory }, py)).status,
      ).toBe(202);
    const { body } = await server.ask('ana', billingPath(payable, 4));
    expect(body).toMatchObject({
      documents: [
        {
          state: 'verifying',
          number: 1,
          printed_number: '001-001-0000001',
          content: { customer: { name: 'Empresa', idNumber: '80012345-0' } },
        },
      ],
    });
    const before = server.fiscalSandbox.calls.length;
    await pursueLater(server, minutes(9));
    expect(server.fiscalSandbox.calls).toHaveLength(before);
    await pursueLater(server, minutes(2));
    const after = await server.ask('ana', billingPath(payable, 4));
    expect(after.body).toMatchObject({ documents: [{ state: 'issued' }] });
    expect(server.fiscalSandbox.sifen.approved).toHaveLength(3);
  });

  it('whose answer was lost is looked up and not sent again', async () => {
    server.fiscalSandbox.faultOf = (operation) => (operation === 'rEnvioLote' ? 'lost-answer' : null);
    const payable = await sell();
    expect((await askInvoice(server, payable, { customerType: 'final', vatCategory: 0 }, py)).status).toBe(202);
    server.fiscalSandbox.faultOf = () => null;
    await pursueLater(server, minutes(11));
    const { body } = await server.ask('ana', billingPath(payable, 4));
    expect(body).toMatchObject({ documents: [{ state: 'issued' }] });
    expect(server.fiscalSandbox.sifen.duplicates).toBe(0);
  });
});

it('leaves no numbering taken, and no error', async () => {
  expect(await server.db.direct.$count(fiscalSeries, eq(fiscalSeries.document, 0))).toBe(0);
  expect((await server.db.direct.select().from(fiscalSeries)).map((s) => s.document)).toEqual(
    (await server.db.direct.select().from(fiscalSeries)).map(() => null),
  );
  expect(await server.db.direct.$count(fiscalDocuments, eq(fiscalDocuments.work, 'verify'))).toBe(0);
  expect(await server.db.direct.$count(fiscalSettings)).toBe(2);
  expect(server.errors).toEqual([]);
});
