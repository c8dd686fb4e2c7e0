import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { authToken, user, type User } from '#contract/account.ts';
import type { KeptMessage } from '#server/messages/dev-outbox.ts';
import type { Answer, TestServer } from '#server/testing/test-server.ts';

/** The cookie that an answer sets, in the form in which the browser sends it. */
export const cookieOf = (answer: Answer, name = 'marche_refresh'): string => {
  const { 'set-cookie': set = [] } = answer.headers;
  const cookies = Array.isArray(set) ? set : [String(set)];
  return cookies.find((c) => c.startsWith(`${name}=`))?.split(';')[0] ?? '';
};

export const accessOf = (answer: Answer): string => z.parse(authToken, answer.body).access_token;
export const bearer = (access: string): Record<string, string> => ({ authorization: `Bearer ${access}` });

export const signIn = (server: TestServer, email: string, password: string, agent = 'test'): Promise<Answer> =>
  server.ask(null, '/tokens', { method: 'POST', body: { email, password }, headers: { 'user-agent': agent } });

let people = 0;

/** The data of a new person at every call. */
export const newPerson = (): { fullname: string; email: string; phone: string; password: string } => {
  people += 1;
  const number = String(people).padStart(4, '0');
  return {
    fullname: `Persona ${number}`,
    email: `persona${number}@ejemplo.ar`,
    phone: `+549114566${number}`,
    password: `clave ${number} larga`.slice(0, 16),
  };
};

/** Signs a new person up and in. */
export async function newcomer(
  server: TestServer,
): Promise<ReturnType<typeof newPerson> & { user: User; access: string; headers: Record<string, string> }> {
  const person = newPerson();
  const made = await server.ask(null, '/users', {
    method: 'POST',
    body: person,
    headers: { 'idempotency-key': randomUUID() },
  });
  const access = accessOf(await signIn(server, person.email, person.password));
  return { ...person, user: z.parse(user, made.body), access, headers: bearer(access) };
}

/** The server's messages to an address or number, newest first. */
export const messagesTo = (server: TestServer, to: string): KeptMessage[] =>
  (server.deps.messages.outbox?.list() ?? []).filter((m) => m.to === to);

/** The code in the newest message to an address or number; '' when there is none. */
export const codeTo = (server: TestServer, to: string): string =>
  /\b\d{4,8}\b/.exec((messagesTo(server, to)[0]?.text ?? '').replace(/^.*?es /s, ''))?.[0] ?? '';

/** A wrong code of the same length. */
export const otherCode = (code: string): string => code.replace(/\d$/, (d) => String((Number(d) + 1) % 10));
