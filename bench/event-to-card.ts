import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Browser } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { ApiUser, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { carlasBoard, openBoard } from './board-page.ts';
import { openEar } from './event-ear.ts';
import { whenPainted } from './paint-probe.ts';
import { ratioBudget, timesLine } from './report.ts';

const rounds = 60;

/**
 * The lower bound: a bare WebSocket message that paints a div, in the same browser and run. Milliseconds, one per
 * round.
 */
export async function floor(browser: Browser): Promise<number[]> {
  const page = await (await browser.newContext()).newPage();
  const http = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<body><script>new WebSocket('ws://'+location.host).onmessage=({data})=>{const d=document.createElement('div');d.dataset.n=data;d.textContent=data;document.body.append(d)}</script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const sockets = new WebSocketServer({ server: http });
  const connected = new Promise<void>((resolve) => sockets.once('connection', () => resolve()));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await connected;
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const painted = whenPainted(page, `[data-n="${n}"]`);
    // The probe must be in place before the message is sent.
    await page.evaluate('null');
    const sent = performance.timeOrigin + performance.now();
    for (const socket of sockets.clients) socket.send(String(n));
    times.push((await painted) - sent);
  }
  await page.context().close();
  sockets.close();
  http.closeAllConnections();
  http.close();
  return times;
}

const toTheEnd = `{
  const pane = document.querySelector('[data-column] ol').parentElement;
  pane.scrollTop = pane.scrollHeight;
}`;

interface Times {
  /** From the event on the wire, as another listener of the same channel receives it. */
  readonly sinceEvent: readonly number[];
  /** From the begin of the order's transaction, which includes pricing, writing, commit and notification. */
  readonly sinceBegin: readonly number[];
}

/**
 * Measures until the card is painted on another device's board. Its first column is scrolled to the end, where the card
 * appears.
 */
export async function ours(browser: Browser, shop: Shop, where = carlasBoard): Promise<Times> {
  const { storeId } = where;
  const page = await openBoard(browser, shop, where);
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const template = await ana.submission('Medición', storeId);
  const ear = await openEar(shop, ana, storeId);
  const sinceEvent: number[] = [];
  const sinceBegin: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const uid = randomUUID();
    const card = `[data-card="${uid}"]`;
    const painted = whenPainted(page, card);
    await page.evaluate(toTheEnd);
    const order = await ana.send({ ...template, uid }, storeId);
    const at = await painted;
    sinceEvent.push(at - ear.heardAt(uid));
    sinceBegin.push(at - Date.parse(order.created_at));
    // Removed from the board again, so that the column does not grow from round to round.
    await ana.changeStatus(order, 'COMPLETE', storeId);
    await page.locator(card).waitFor({ state: 'detached' });
  }
  ear.close();
  await page.context().close();
  return { sinceEvent, sinceBegin };
}

/** To the lower bound of the same run. */
const largestRatio = 2;

/** Measures from an event on the wire to its painted card, beside a bare message. */
export async function eventToCard(browser: Browser, shop: Shop): Promise<string[]> {
  const bare = await floor(browser);
  const card = await ours(browser, shop);
  return [
    timesLine('bare WebSocket message to painted div', bare),
    timesLine('order-created event to painted card', card.sinceEvent),
    timesLine('begin of its transaction to painted card', card.sinceBegin),
    ratioBudget('event to card, ratio', card.sinceEvent, bare, largestRatio),
  ];
}
