import { redirect } from '@tanstack/react-router';
import { readFailure } from '#data/api/failure.ts';
import { currentUser } from '#data/session/session.ts';
import { noteAutoOpen } from '#data/store/auto-open.ts';
import { ownerOfCode } from '#data/store/code-link.ts';
import { wrongCode } from '#texts/camera.ts';
import { failureSentences } from '#texts/errors.ts';
import { toast } from '#ui/toast/toast.ts';
import { enter } from './-guard.ts';

/**
 * Redirects to the codes of the store that has the code, which begin its flow; for any other code to the stores, with
 * the reason; without a session to the login, which comes back here.
 */
export async function leadToCode(code: string): Promise<never> {
  if (!currentUser()) throw redirect({ to: '/login', search: { code }, replace: true });
  enter('code');
  const owner = await ownerOfCode(code).catch((error: unknown) => readFailure(error));
  if (owner && 'storeId' in owner)
    throw redirect({
      to: '/$storeId/codes/index',
      params: { storeId: String(owner.storeId) },
      search: { code_id: owner.codeId },
      replace: true,
    });
  toast.show({ id: 'code', kind: 'error', text: owner === null ? wrongCode : failureSentences(owner).join(' ') });
  // The person chooses the store, also when it is the only one.
  noteAutoOpen();
  throw redirect({ to: '/', replace: true });
}
