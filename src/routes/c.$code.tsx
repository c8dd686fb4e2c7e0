import { createFileRoute, redirect } from '@tanstack/react-router';
import { readFailure } from '#data/api/failure.ts';
import { currentUser } from '#data/session/session.ts';
import { noteAutoOpen } from '#data/store/auto-open.ts';
import { ownerOfCode } from '#data/store/code-owner.ts';
import { wrongCode } from '#texts/camera.ts';
import { failureSentences } from '#texts/errors.ts';
import { toast } from '#ui/toast/toast.ts';
import { enter } from './-guard.ts';

/**
 * The target of the QR of a code, as a phone's own camera opens it (N-29). Without a session it
 * leads to the login, which comes back here; else to the codes of the store, which begin the flow.
 */
export const Route = createFileRoute('/c/$code')({
  beforeLoad: async ({ params, preload }) => {
    if (!currentUser()) throw redirect({ to: '/login', search: { code: params.code }, replace: true });
    enter('code');
    if (preload) return;
    const owner = await ownerOfCode(params.code).catch((error: unknown) => readFailure(error));
    if (owner && 'storeId' in owner)
      throw redirect({
        to: '/$storeId/codes/index',
        params: { storeId: String(owner.storeId) },
        search: { code_id: owner.codeId },
        replace: true,
      });
    const text = owner === null ? wrongCode : failureSentences(owner).join(' ');
    toast.show({ id: 'code', kind: 'error', text });
    // The person chooses the store, also when it is the only one.
    noteAutoOpen();
    throw redirect({ to: '/', replace: true });
  },
});
