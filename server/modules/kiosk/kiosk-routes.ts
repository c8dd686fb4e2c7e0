import type { Failure } from '#domain/errors.ts';
import { pairingMinutes } from '#domain/kiosk.ts';
import { isoFromInstant } from '#domain/time.ts';
import { deviceOf, tokensOf } from '#server/modules/account/signed-in.ts';
import { answer, inStore, publicProcedures } from '#server/http/recipe.ts';
import type { StoreContext } from '#server/http/context.ts';
import { limitGuesses } from '#server/http/guess-limits.ts';
import { refusal } from '#server/http/errors.ts';
import {
  approvePairing,
  collectPairing,
  kioskWords,
  type Kiosk,
  listKiosks,
  refusePairing,
  revokeKiosk,
  startPairing,
  waitingPairing,
} from './kiosk-store.ts';

/** Pairing codes share the rate limit of passwords, which prevents guessing (docs/threats.md T4, T5). */
const limitCodes = (context: StoreContext): Promise<void> => limitGuesses(context, `pairing:${context.actor.userId}`);

const unknownCode = (failure: Failure): Failure =>
  failure.code === 'not_found' ? { ...failure, params: { sentence: kioskWords.unknownCode } } : failure;

const secondsUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1_000));

const wire = ({ created_at, last_used_at, ...kiosk }: Kiosk) => ({
  ...kiosk,
  created_at: isoFromInstant(created_at),
  last_used_at: last_used_at === null ? null : isoFromInstant(last_used_at),
});

export const kioskRoutes = {
  startPairing: publicProcedures.kiosks.startPairing.handler(async ({ input, context }) => {
    const { deps, request } = context;
    await limitGuesses(context, `kiosk:${request.ip}`);
    const pairing = await startPairing(deps.db, input.device, deps);
    return { ...pairing, expires_in: pairingMinutes * 60 };
  }),

  pairingToken: publicProcedures.kiosks.pairingToken.handler(async ({ input, context }) => {
    const { deps, request } = context;
    const now = deps.clock.now();
    const device = deviceOf(request.headers['user-agent']);
    const collected = answer(await collectPairing(deps.db, { ...input, device }, deps));
    if (collected.state === 'refused') return { state: 'refused' };
    if (collected.state === 'waiting') return { state: 'waiting', expires_in: secondsUntil(collected.until, now) };
    return { state: 'paired', ...tokensOf(context, collected.pair), store_id: collected.storeId, name: collected.name };
  }),

  pairing: inStore.kiosks.pairing.handler(async ({ input, context }) => {
    await limitCodes(context);
    const { db, clock } = context.deps;
    const now = clock.now();
    const found = await db.system((tx) => waitingPairing(tx, input.code, now));
    if (!found.ok) throw refusal(unknownCode(found.failure));
    const { device, created_at, expires_at } = found.value;
    return { device, created_at: isoFromInstant(created_at), expires_in: secondsUntil(expires_at, now) };
  }),

  approve: inStore.kiosks.approve.handler(async ({ input: { code, name }, context }) => {
    await limitCodes(context);
    const { deps, member, actor } = context;
    const made = await approvePairing(deps.db, { storeId: member.storeId, actor, code, name }, deps);
    if (!made.ok) throw refusal(unknownCode(made.failure));
    return wire(made.value);
  }),

  refuse: inStore.kiosks.refuse.handler(async ({ input, context }) => {
    await limitCodes(context);
    const refused = await refusePairing(context.deps.db, input.code, context.deps.clock.now());
    if (!refused.ok) throw refusal(unknownCode(refused.failure));
  }),

  list: inStore.kiosks.list.handler(async ({ context: { deps, member } }) =>
    (await listKiosks(deps.db, member.storeId)).map(wire),
  ),

  revoke: inStore.kiosks.revoke.handler(async ({ input, context: { deps, member, actor } }) => {
    answer(await revokeKiosk(deps.db, { storeId: member.storeId, actor, id: input.id }, deps.clock.now()));
  }),
};
