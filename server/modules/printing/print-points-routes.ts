import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import type { printingContract } from '#contract/printing.ts';
import { type Failure, fail, ok } from '#domain/errors.ts';
import { qzRequestBytes, signaturesPerMinute } from '#domain/limits.ts';
import type { PrintPoint } from '#domain/printing.ts';
import { signableCall } from '#domain/qz-calls.ts';
import type { Tx } from '#server/db/database.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import { uuidHeader } from '#server/http/commands/command-headers.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { bodyText } from '#server/http/fastify-errors.ts';
import { limitGuesses } from '#server/http/guess-limits.ts';
import { answer, inStore, signedIn } from '#server/http/recipe.ts';
import { invalidField } from '#server/http/validation.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { clockDriftText } from '#texts/printing.ts';
import {
  findPrintPoint,
  insertPrintPoint,
  ownPrintPoint,
  readAssemblies,
  readPrintPoints,
  updatePrintPoint,
} from './print-points-store.ts';

/** The device of a request: the one that it names, else its session. */
export const printDeviceOf = ({ request, actor }: Pick<StoreContext, 'request' | 'actor'>): string =>
  uuidHeader(request.headers, 'x-device') ?? actor.sessionId;

/** What the audit keeps of a print point. */
const auditedPoint = ({ id: _id, own: _own, ...point }: PrintPoint) => point;

type Fields = z.infer<(typeof printingContract.addPoint)['~orpc']['inputSchema'] & {}>;

/** Makes a device a print point; a device is at most one. */
const addPrintPoint: Command<Tx, Fields, PrintPoint> = {
  base: 'none',
  async decide(tx, { actor, member, headers, now }: CommandCall, fields): Promise<Outcome<PrintPoint>> {
    const { storeId } = member;
    const made = await insertPrintPoint(tx, storeId, fields, { device: headers.deviceId ?? actor.sessionId, at: now });
    if (!made) return fail('conflict');
    const what = { action: 'printpoint.add', entity: 'printpoint', entityId: made.id, before: null };
    appendAudit(tx, { storeId, actor, ...what, after: auditedPoint(made), command: headers.id, at: now });
    return ok(made);
  },
};

const written = ({ types, printers, ...point }: PrintPoint) => ({
  ...point,
  types: [...types],
  printers: [...printers],
});

const addCommand = bindCommand(contract.printing.addPoint, addPrintPoint, written);

/**
 * Text as it is. The compression of answers takes some base64 for something compressed, and would send it as it is under
 * the header of compressed bytes.
 */
function textFile({ request }: Pick<StoreContext, 'request'>, name: string, text: string): File {
  request.headers['x-no-compression'] = '1';
  return new File([text], name, { type: 'text/plain' });
}

export const printPointsRoutes = {
  points: inStore.printing.points.handler(({ context }) =>
    context.deps.db.store(context.member.storeId, 'snapshot', async (tx) =>
      (await readPrintPoints(tx, context.member.storeId, printDeviceOf(context))).map(written),
    ),
  ),

  addPoint: inStore.printing.addPoint.handler(commandHandler(addCommand, inTransaction)),

  savePoint: inStore.printing.savePoint.handler(({ input: { id, ...fields }, context }) => {
    const { deps, actor, member } = context;
    const { storeId } = member;
    const device = printDeviceOf(context);
    return deps.db.store(storeId, 'write', async (tx) => {
      const before = await findPrintPoint(tx, storeId, id, device);
      if (!before) throw refusal({ code: 'not_found' });
      const at = deps.clock.now();
      const saved = await updatePrintPoint(tx, storeId, id, fields, { device, at });
      const what = { action: 'printpoint.save', entity: 'printpoint', entityId: id, before: auditedPoint(before) };
      appendAudit(tx, { storeId, actor, ...what, after: auditedPoint(saved), command: null, at });
      return written(saved);
    });
  }),

  sections: inStore.printing.sections.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', (tx) => readAssemblies(tx, member.storeId)),
  ),

  certificate: signedIn.printing.certificate.handler(({ context }) =>
    textFile(context, 'certificate.txt', context.deps.signer.certificate),
  ),

  sign: inStore.printing.sign.handler(async ({ input: { call, params, timestamp }, context }) => {
    const { deps, actor, member } = context;
    const { storeId } = member;
    await limitGuesses(context, `qz-signature:${storeId}:${actor.userId}`, signaturesPerMinute);
    const text = bodyText(context.request);
    if (Buffer.byteLength(text) > qzRequestBytes) answer(invalidField('params'));
    return deps.db.store(storeId, 'write', async (tx) => {
      const at = deps.clock.now();
      const point = await ownPrintPoint(tx, storeId, printDeviceOf(context));
      const checked = signableCall({ call, params, timestamp }, text, { printers: point?.printers ?? [], now: at });
      if (!checked.ok) throw refusal(explained(checked.failure));
      const after = { ...checked.value, sha256: createHash('sha256').update(text).digest('hex') };
      const what = { action: 'printpoint.sign', entity: 'printpoint', entityId: point?.id ?? 0, before: null, after };
      appendAudit(tx, { storeId, actor, ...what, command: null, at });
      return textFile(context, 'signature.txt', deps.signer.sign(text));
    });
  }),
};

/** The failure with the sentence about the clock, when it is about the clock. */
const explained = (failure: Failure): Failure =>
  failure.params?.['minutes'] === undefined
    ? failure
    : { ...failure, params: { ...failure.params, sentence: clockDriftText } };
