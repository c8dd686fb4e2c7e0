import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type QzDouble, startQzDouble } from '#server/testing/qz-tray.ts';
import type { ApiUser } from './api.ts';
import type { Shop } from './shop.ts';

/** The first port that the client of QZ Tray asks from a page over http. */
export const trayPort = 8182;
/** Whoever listens here has the turn. */
const turnPort = 28_181;

const listens = (server: ReturnType<typeof createServer>): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(turnPort, '127.0.0.1', () => resolve(true));
  });

/** The PEM with which the shop signs its prints. */
export async function certificateOf({ origin }: Shop, { token }: ApiUser): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/api/printing/certificate`, { headers })).text();
}

/** QZ Tray on this computer, which trusts the shop's certificate. */
export async function openTray(shop: Shop, user: ApiUser, printers: readonly string[]): Promise<QzDouble> {
  const pem = await certificateOf(shop, user);
  return startQzDouble({ trusted: () => [pem], printers, port: trayPort });
}

/**
 * QZ Tray has the same port for every page of this computer, so one journey at a time may have it, or its absence. Waits
 * for the turn. Returns the function that ends it.
 */
export async function trayTurn(): Promise<() => void> {
  for (;;) {
    const server = createServer();
    if (await listens(server)) return () => void server.close();
    // Polls, because another process does not tell when it ends its turn.
    await delay(100);
  }
}
