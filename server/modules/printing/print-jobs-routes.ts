import type { Result } from '#domain/errors.ts';
import { isUuid } from '#domain/ids.ts';
import { beginSending, endJob, leaseJob } from '#domain/print-jobs.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, inStore } from '#server/http/recipe.ts';
import { printCommands } from './print-commands.ts';
import {
  finishPrintJob,
  lockPrintJob,
  openJobs,
  type PrintJobRow,
  updatePrintJob,
  writePrintJob,
} from './print-jobs-store.ts';
import { printDeviceOf } from './print-points-routes.ts';
import { findPrintPoint } from './print-points-store.ts';

/** Runs `work` on a locked job of a print point that the device may see; a foreign one is answered like a missing one. */
async function onJob<T>(
  context: StoreContext,
  { id: pointId, job: id }: { readonly id: number; readonly job: string },
  work: (tx: Tx, job: PrintJobRow, now: Instant) => Promise<Result<T>>,
): Promise<T> {
  const { deps, member } = context;
  return deps.db.store(member.storeId, 'write', async (tx) => {
    const point = isUuid(id) ? await findPrintPoint(tx, member.storeId, pointId, printDeviceOf(context)) : null;
    const job = point && isUuid(id) ? await lockPrintJob(tx, member.storeId, pointId, id) : null;
    if (!job) throw refusal({ code: 'not_found' });
    return answer(await work(tx, job, deps.clock.now()));
  });
}

export const printJobsRoutes = {
  order: inStore.printing.order.handler(commandHandler(printCommands.order, inTransaction)),
  group: inStore.printing.group.handler(commandHandler(printCommands.group, inTransaction)),
  orderInvoice: inStore.printing.orderInvoice.handler(commandHandler(printCommands.orderInvoice, inTransaction)),
  groupInvoice: inStore.printing.groupInvoice.handler(commandHandler(printCommands.groupInvoice, inTransaction)),
  cashbox: inStore.printing.cashbox.handler(commandHandler(printCommands.cashbox, inTransaction)),

  jobs: inStore.printing.jobs.handler(({ input, context }) => {
    const { deps, member } = context;
    return deps.db.store(member.storeId, 'snapshot', async (tx) => {
      if (!(await findPrintPoint(tx, member.storeId, input.id, printDeviceOf(context))))
        throw refusal({ code: 'not_found' });
      return (await openJobs(tx, member.storeId, input.id, deps.clock.now())).map(writePrintJob);
    });
  }),

  lease: inStore.printing.lease.handler(({ input, context }) =>
    onJob(context, input, async (tx, job, now) => {
      const change = leaseJob(job, input.lease, now);
      if (!change.ok) return change;
      await updatePrintJob(tx, job, change.value);
      const { lease, lease_until } = change.value;
      return { ok: true, value: { lease, expires_at: isoFromInstant(lease_until) } };
    }),
  ),

  sending: inStore.printing.sending.handler(({ input, context }) =>
    onJob(context, input, async (tx, job, now) => {
      const change = beginSending(job, input.lease, input.sha256, now);
      if (change.ok) await updatePrintJob(tx, job, change.value);
      return change.ok ? { ok: true, value: undefined } : change;
    }),
  ),

  end: inStore.printing.end.handler(({ input, context }) =>
    onJob(context, input, async (tx, job, at) => {
      const state = endJob(job, input.lease, input.outcome);
      if (!state.ok) return state;
      if (state.value !== null) await finishPrintJob(tx, job, { state: state.value, error: input.error ?? null, at });
      return { ok: true, value: undefined };
    }),
  ),
};
