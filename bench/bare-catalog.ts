import type { Page } from '@playwright/test';
import type { WireProfile } from '#contract/wire/stores.ts';

/** The number of cards that the catalog keeps in its list on this screen. */
const cards = 14;

/** The card of a product with one unit in the cart. */
export interface CountedCard {
  readonly id: number;
  readonly html: string;
}

/**
 * The lower bound for the catalog: the catalog's page with its markup and style, without its scripts. Its own small
 * script has a search and a counter that write straight into the DOM and save the cart in localStorage; it builds its
 * index before the measurement. `page` shows the catalog, with one unit of `counted` in the cart.
 */
export async function bareDomPage(page: Page, { catalog }: WireProfile, counted: CountedCard): Promise<string> {
  const copy = await page.evaluate(() => {
    for (const element of document.querySelectorAll('script, link[rel=modulepreload], link[rel=manifest]'))
      element.remove();
    return document.documentElement.outerHTML;
  });
  const items = catalog.items.map(({ id, name, description, price, image_sm: image }) => ({
    id,
    name,
    description,
    price,
    image,
  }));
  return `<!doctype html>${copy.replace('</body>', () => `<script>${script(JSON.stringify(items), counted)}</script></body>`)}`;
}

/** The script of the page; `items` is JSON. */
const script = (items: string, counted: CountedCard): string => `
const items = ${items.replaceAll('<', String.raw`\u003c`)};
const fold = (t) => t.normalize('NFD').replace(/\\p{Diacritic}/gu, '').toLowerCase();
const byName = items.map((item) => ({ item, name: fold(item.name), text: fold(item.name + ' ' + (item.description || '')) }))
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.item.id - b.item.id));
const prices = new Map(items.map((i) => [i.id, i.price]));
const counts = new Map([[${counted.id}, 1]]);
const $ = (selector, inside = document) => inside.querySelector(selector);
const articles = [...document.querySelectorAll('article[data-item]')];
const counting = document.createRange().createContextualFragment(${JSON.stringify(counted.html)}).firstElementChild;
const resting = articles.find((a) => !$('b', a));
const row = resting.closest('[data-index]');
const canvas = row.parentElement;
const columns = row.querySelectorAll('article').length;
const rowPx = row.offsetHeight;
const amount = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 });
const money = (n) => '$ ' + amount.format(n);
const card = (item) => {
  const count = counts.get(item.id);
  const node = (count ? counting : resting).cloneNode(true);
  node.dataset.item = item.id;
  $('h3 button', node).textContent = item.name;
  const [description, price] = node.querySelectorAll('p');
  description.textContent = item.description || 'Sin descripción';
  price.textContent = money(item.price);
  if (count) $('b', node).textContent = count;
  else if (item.image && $('img', node)) $('img', node).src = item.image;
  return node;
};
const show = (found) => {
  const rows = [];
  for (let n = 0; n < Math.min(found.length, ${cards}); n += columns) {
    const line = row.cloneNode(true);
    line.firstElementChild.replaceChildren(...found.slice(n, n + columns).map((e) => card(e.item)));
    rows.push(line);
  }
  canvas.replaceChildren(...rows);
  canvas.style.height = Math.ceil(found.length / columns) * rowPx + 'px';
};
const panel = $('aside');
const units = document.createTreeWalker($('li', panel), NodeFilter.SHOW_TEXT).nextNode();
const sums = [...panel.querySelectorAll('dd')];
const [headSum, headCount] = [...document.querySelectorAll('header + div p')].find((p) => $('b', p)).children;
canvas.addEventListener('click', ({ target }) => {
  const node = target.closest('article');
  if (!node || !target.closest('div > button:last-child')) return;
  const id = Number(node.dataset.item);
  const count = (counts.get(id) || 0) + 1;
  counts.set(id, count);
  if ($('b', node)) $('b', node).textContent = count;
  else node.replaceWith(card(items.find((i) => i.id === id)));
  let total = 0;
  let all = 0;
  for (const [i, n] of counts) {
    total += n * prices.get(i);
    all += n;
  }
  units.data = units.data.replace(/^\\d+/, count);
  sums[0].textContent = sums.at(-1).textContent = headSum.textContent = money(total);
  headCount.textContent = all + ' Productos';
  localStorage.setItem('bare', JSON.stringify([...counts]));
});
$('input[type=search]').addEventListener('input', ({ target }) => {
  const words = fold(target.value).split(/\\s+/).filter(Boolean);
  $('.' + canvas.parentElement.className.split(' ')[0]).scrollTop = 0;
  show(byName.filter((e) => words.every((w) => e.text.includes(w))));
});
$('input[type=search]').value = '';
show(byName);
`;
