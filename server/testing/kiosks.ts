import * as z from 'zod/mini';
import type { Person } from '#server/seed/people.ts';
import type { Answer, TestServer } from './test-server.ts';

const pairing = z.object({ id: z.string(), secret: z.string(), code: z.string(), expires_in: z.int() });
const approved = z.object({ id: z.int(), name: z.string() });
const paired = z.object({ state: z.literal('paired'), access_token: z.string(), store_id: z.int(), name: z.string() });

export type WaitingScreen = z.infer<typeof pairing>;

/** A screen that shows its code and waits. */
export const waitingScreen = async (
  server: Pick<TestServer, 'ask'>,
  device = 'Chrome en Linux',
): Promise<WaitingScreen> =>
  z.parse(pairing, (await server.ask(null, '/kiosk/pairings', { method: 'POST', body: { device } })).body);

export const collect = (
  server: Pick<TestServer, 'ask'>,
  { id, secret }: Pick<WaitingScreen, 'id' | 'secret'>,
): Promise<Answer> => server.ask(null, `/kiosk/pairings/${id}/token`, { method: 'POST', body: { secret } });

export const approveScreen = (
  server: Pick<TestServer, 'ask'>,
  code: string,
  { who = 'ana', store = 1, name = 'Plancha' }: { who?: Person; store?: number; name?: string } = {},
): Promise<Answer> => server.ask(who, `/store/${store}/kiosks`, { method: 'POST', body: { code, name } });

/** A kitchen screen, paired and signed in; `headers` carry its token. */
export async function pairedScreen(
  server: Pick<TestServer, 'ask'>,
  options: { who?: Person; store?: number; name?: string } = {},
): Promise<{ id: number; token: string; headers: { authorization: string } }> {
  const screen = await waitingScreen(server);
  const { id } = z.parse(approved, (await approveScreen(server, screen.code, options)).body);
  const { access_token: token } = z.parse(paired, (await collect(server, screen)).body);
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}
