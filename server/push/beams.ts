import * as z from 'zod/mini';
import type { Clock } from '#server/deps.ts';
import type { PushPort } from './port.ts';
import { userToken } from './user-token.ts';

export interface BeamsSettings {
  readonly instanceId: string;
  readonly secretKey: string;
  /** Origin of another server with the Beams API; null = Pusher's own. */
  readonly endpoint: string | null;
}

const answerWithinMs = 8_000;
const triesAgainAfterMs = [500, 2_000];
/** Lifetime of a push; Beams does not deliver it later. */
const livesSeconds = 15 * 60;
/** Limit of Beams for one request. */
const usersAtOnce = 1_000;

const refusalBody = z.object({ error: z.string(), description: z.string() });

/** Pusher Beams over its publish API, as documented in «Publish API · publish to users». */
export function createBeamsPush({ instanceId, secretKey, endpoint }: BeamsSettings, clock: Clock): PushPort {
  const host = `https://${instanceId}.pushnotifications.pusher.com`;
  const url = `${endpoint ?? host}/publish_api/v1/instances/${encodeURIComponent(instanceId)}/publishes/users`;

  /**
   * Sends once. Resolves to null on success, to a message when a retry may help. Rejects when Beams refused the
   * request: a retry would fail too.
   */
  async function attempt(body: string): Promise<string | null> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${secretKey}` },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (typeof response === 'string') return response;
    const refusal = z.safeParse(refusalBody, await response.json().catch(() => null));
    if (response.ok) return null;
    const problem =
      `${response.status} ${refusal.success ? `${refusal.data.error} - ${refusal.data.description}` : ''}`.trim();
    if (response.status < 500 && response.status !== 429) throw new Error(`Beams refused a push: ${problem}`);
    return problem;
  }

  async function send(body: string): Promise<void> {
    for (const pause of [...triesAgainAfterMs, null]) {
      const problem = await attempt(body);
      if (problem === null) return;
      if (pause === null) throw new Error(`Beams cannot be reached: ${problem}`);
      await clock.wait(pause);
    }
  }

  return {
    kind: 'beams',
    client: { instance_id: instanceId, endpoint },
    token: (userId) => userToken(host, userId, secretKey, clock.now()),
    async publish(userIds, { title, body, data }) {
      for (let from = 0; from < userIds.length; from += usersAtOnce) {
        const users = userIds.slice(from, from + usersAtOnce).map(String);
        await send(JSON.stringify({ users, web: { time_to_live: livesSeconds, notification: { title, body }, data } }));
      }
    },
  };
}
