import type { Page } from '@playwright/test';

/**
 * The lower bound for the board: the board's page with its markup and style, without its scripts, and with every card
 * in the document. Its own small script replaces them: a drag moves a copy of the card under the pointer and marks the
 * column there, and a next step saves the move in IndexedDB and moves the node when it is on the disk, as the offline
 * engine does (Principles, 1). `page` shows the board with a card in each column; `cards` is the total number.
 */
export async function bareBoardPage(page: Page, cards: number): Promise<string> {
  const copy = await page.evaluate(() => {
    for (const element of document.querySelectorAll('script, link[rel=modulepreload], link[rel=manifest]'))
      element.remove();
    return document.documentElement.outerHTML;
  });
  return `<!doctype html>${copy.replace('</body>', () => `<script>${script(cards)}</script></body>`)}`;
}

const script = (cards: number): string => `
const columns = [...document.querySelectorAll('[data-column]')];
const perColumn = Math.ceil(${cards} / columns.length);
const counts = new Map();
for (const column of columns) {
  const list = column.querySelector('ol');
  const model = list.querySelector('li');
  list.style.height = 'auto';
  list.replaceChildren(...Array.from({ length: perColumn }, (_, n) => {
    const row = model.cloneNode(true);
    row.style.cssText = 'position: static; margin-bottom: 8px';
    const card = row.querySelector('[data-card]');
    card.dataset.card = column.dataset.column + n;
    card.querySelector('[data-open]').textContent = 'N° ' + (n + 1);
    return row;
  }));
  counts.set(column, [...column.querySelectorAll('h2 ~ *')].at(-1));
}
let kept;
const opening = indexedDB.open('bare', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('moves', { autoIncrement: true });
opening.onsuccess = () => { kept = opening.result; };
const say = (column) => { counts.get(column).textContent = column.querySelectorAll('li').length; };
columns.forEach(say);
document.addEventListener('click', ({ target }) => {
  const card = target.closest('button') && target.closest('[data-card]');
  if (!card) return;
  const from = card.closest('[data-column]');
  const to = columns[columns.indexOf(from) + 1];
  const saved = kept.transaction('moves', 'readwrite', { durability: 'strict' });
  saved.objectStore('moves').add({ uid: card.dataset.card, to: to.dataset.column });
  saved.oncomplete = () => {
    to.querySelector('ol').append(card.closest('li'));
    say(from);
    say(to);
  };
});
let drag = null;
let over = null;
document.addEventListener('mousedown', (event) => {
  const card = event.target.closest('[data-card]');
  if (!card) return;
  const box = card.getBoundingClientRect();
  const copy = card.cloneNode(true);
  copy.style.cssText = 'position: fixed; z-index: 9; pointer-events: none; left: ' + box.left + 'px; top: ' + box.top + 'px; width: ' + box.width + 'px';
  document.body.append(copy);
  drag = { copy, x: event.clientX, y: event.clientY };
});
document.addEventListener('mousemove', (event) => {
  if (!drag) return;
  drag.copy.style.transform = 'translate(' + (event.clientX - drag.x) + 'px, ' + (event.clientY - drag.y) + 'px)';
  const now = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-column]') ?? null;
  if (now === over) return;
  if (over) over.style.outline = '';
  if (now) now.style.outline = '3px solid currentColor';
  over = now;
});
document.addEventListener('mouseup', () => {
  drag?.copy.remove();
  drag = null;
});
`;
