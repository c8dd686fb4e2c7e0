import { redirect } from '@tanstack/react-router';
import { readFailure } from '#data/api/failure.ts';
import { queryClient } from '#data/api/query-client.ts';
import { guestQueries } from '#data/guests/guest-table.ts';
import { noteScan } from '#data/guests/guest-visit.ts';
import { currentUser } from '#data/session/session.ts';
import { noteAutoOpen } from '#data/store/auto-open.ts';
import { ownerOfCode } from '#data/store/code-link.ts';
import { wrongCode } from '#texts/camera.ts';
import { failureText } from '#texts/errors.ts';
import { toast } from '#ui/toast/toast.ts';

/** Whether some store lets guests in at a table with that code. */
const isOfGuests = (code: string): Promise<boolean> =>
  queryClient.fetchQuery(guestQueries.places(code)).then(
    (places) => places.length > 0,
    () => false,
  );

/**
 * Redirects to the codes of the store that has the code, which begin its flow. Who has no such store, or no session, is
 * a guest at the table (decision 045); where no guests are let in, a session leads to the stores, with the reason.
 */
export async function leadToCode(code: string): Promise<never> {
  const asGuest = (): never => {
    noteScan(code);
    throw redirect({ to: '/guest/$code', params: { code }, replace: true });
  };
  if (!currentUser()) asGuest();
  const owner = await ownerOfCode(code).catch((error: unknown) => readFailure(error));
  if (owner && 'storeId' in owner)
    throw redirect({
      to: '/$storeId/codes/index',
      params: { storeId: String(owner.storeId) },
      search: { code_id: owner.codeId },
      replace: true,
    });
  if (owner === null && (await isOfGuests(code))) asGuest();
  toast.show({ id: 'code', kind: 'error', text: owner === null ? wrongCode : failureText(owner) });
  // The person chooses the store, also when it is the only one.
  noteAutoOpen();
  throw redirect({ to: '/', replace: true });
}
