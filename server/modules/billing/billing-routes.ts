import type { BillingAnswer, WireBilling } from '#contract/billing.ts';
import { writeBilling, writePayableBilling, writePending } from '#contract/wire/billing.ts';
import { isIssued, isLimbo } from '#domain/fiscal-documents.ts';
import { fiscalAnswerMs } from '#domain/limits.ts';
import { zero } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { vatSums } from '#domain/vat.ts';
import { orderName } from '#texts/order.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, inStore } from '#server/http/recipe.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { documentOf, findDocuments, findOpenDocuments, readDocument } from '#server/modules/fiscal/documents-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import { atMost } from '#server/passes.ts';
import { countryOf, readFiscalSettings } from './billed-payables.ts';
import { billingCommands, invoiceRefusal, visiblePayable } from './billing-commands.ts';
import { subjectsOf } from './document-subjects.ts';
import { readFiscal, saveFiscal } from './fiscal-settings.ts';
import { identifyFrom } from './identify-from.ts';
import { pursueDocument } from './pursue-documents.ts';

/** Asks the authority after the commit, and answers what became of it: 201 for a final answer, 202 for none yet. */
const pursued =
  <I>(work: (call: { input: I; context: StoreContext }) => Promise<BillingAnswer>) =>
  async (call: { input: I; context: StoreContext }): Promise<{ status: 201 | 202; body: WireBilling }> => {
    const asked = await work(call);
    const { deps, member } = call.context;
    // No longer than a person would wait; what is not answered by then goes on behind the answer.
    const asking = pursueDocument(deps, asked.body.id).catch((error: unknown) =>
      deps.log.error('asking about an invoice failed', error),
    );
    await atMost(deps, fiscalAnswerMs, asking);
    const now = await deps.db.store(member.storeId, 'snapshot', (tx) =>
      readDocument(tx, member.storeId, asked.body.id),
    );
    if (!now) throw new Error(`document ${asked.body.id} is gone`);
    const document = documentOf(now);
    if (document.state === 'rejected')
      throw refusal({
        code: 'billing_unavailable',
        ...(document.problem !== null && { params: { sentence: document.problem } }),
      });
    return { status: isLimbo(document.state) ? 202 : 201, body: writeBilling(document, member.currency) };
  };

/** What an order or table would be invoiced for, and its documents. */
function readBilling(context: StoreContext, payable: Payable) {
  const { deps, member } = context;
  const { storeId, currency } = member;
  return deps.db.store(storeId, 'snapshot', async (tx) => {
    const settings = await readFiscalSettings(tx, storeId);
    const country = settings ? countryOf(settings) : 'AR';
    const billed = await visiblePayable(tx, context, payable, country);
    if (!billed) throw refusal({ code: 'not_found' });
    const [found, gateways] = await Promise.all([findDocuments(tx, storeId, payable), readGateways(tx, storeId)]);
    const documents = found.map(documentOf);
    const invoice = documents.findLast((document) => document.kind === 'invoice' && !document.undone);
    return writePayableBilling(
      {
        documents,
        draft: { lines: billed.lines, vat: vatSums(billed.lines), total: billed.total < 0 ? zero : billed.total },
        subject: billed.subject,
        issuer: settings?.issuer ?? null,
        identify_from: identifyFrom(country, currency),
        open:
          settings !== null &&
          gateways.some((gateway) => gateway.type === 'billing') &&
          invoiceRefusal(payable.type, billed) === null,
        undoable: invoice !== undefined && isIssued(invoice.state) && can('invoice.credit', member),
        authority: settings?.authority ?? null,
        sandbox: settings !== null && settings.environment !== 'production',
        now: deps.clock.now(),
      },
      currency,
    );
  });
}

const { billing } = inStore;

export const billingRoutes = {
  settings: billing.settings.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', (tx) => readFiscal(tx, member.storeId, deps.billing)),
  ),
  saveSettings: billing.saveSettings.handler(({ input: { store_id: storeId, ...body }, context: { deps, actor } }) =>
    deps.db.store(storeId, 'write', async (tx) =>
      answer(await saveFiscal(tx, { storeId, actor, at: deps.clock.now() }, body, deps.billing)),
    ),
  ),

  order: billing.order.handler(({ input, context }) => readBilling(context, { type: 'order', id: input.id })),
  group: billing.group.handler(({ input, context }) => readBilling(context, { type: 'orderGroup', id: input.id })),
  invoiceOrder: billing.invoiceOrder.handler(pursued(commandHandler(billingCommands.invoiceOrder, inTransaction))),
  invoiceGroup: billing.invoiceGroup.handler(pursued(commandHandler(billingCommands.invoiceGroup, inTransaction))),
  creditOrder: billing.creditOrder.handler(pursued(commandHandler(billingCommands.creditOrder, inTransaction))),
  creditGroup: billing.creditGroup.handler(pursued(commandHandler(billingCommands.creditGroup, inTransaction))),

  pending: billing.pending.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const found = await findOpenDocuments(tx, member.storeId);
      const subjectOf = await subjectsOf(
        tx,
        member.storeId,
        found.map(({ row }) => row),
      );
      const documents = found.map((one) => {
        const { number, place } = subjectOf(one.row);
        const payable = { type: one.row.payable_type, id: one.row.payable_id };
        return { ...documentOf(one), payable, subject: place ?? orderName(number) };
      });
      return writePending({ documents, now: deps.clock.now() }, member.currency);
    }),
  ),
};
