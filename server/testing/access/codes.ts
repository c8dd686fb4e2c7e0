import * as z from 'zod/mini';
import { type Answer, type TestServer } from '#server/testing/test-server.ts';

type CodeTarget = 'email' | 'phone';

/** The id of the request that an answer names. */
export const codeIdOf = (answer: Answer): string => z.parse(z.object({ id: z.uuid() }), answer.body).id;

/** The last request of this device for each target, as the app keeps it. */
const codeRequests = new Map<string, string>();

/** Asks for a recovery code and remembers the id of the request. */
export async function askForCode(
  server: TestServer,
  target: string,
  target_type: CodeTarget = 'email',
): Promise<Answer> {
  const body = { target_type, target, issued_for: 'recovery_access' };
  const answer = await server.ask(null, '/otp', { method: 'POST', body });
  if (answer.status === 201) codeRequests.set(target, codeIdOf(answer));
  return answer;
}

/** `id`: the request that the code belongs to; null = the body names none. */
export const enterCode = (
  server: TestServer,
  target: string,
  received_code: string,
  target_type: CodeTarget = 'email',
  id: string | null = codeRequests.get(target) ?? null,
): Promise<Answer> =>
  server.ask(null, '/tokens/otp', {
    method: 'POST',
    body: { target_type, target, issued_for: 'recovery_access', received_code, ...(id !== null && { id }) },
  });

/** The body of the status of a code. */
export const codeStatus = async (server: TestServer, id: string): Promise<unknown> =>
  (await server.ask(null, `/otp/${id}/status`)).body;

/** The body of the answer to a wrong code. */
export const wrongCodeBody = {
  code: 'otp_invalid',
  message: 'El código ingresado es incorrecto.',
  errors: { received_code: ['El código ingresado es incorrecto.'] },
};
