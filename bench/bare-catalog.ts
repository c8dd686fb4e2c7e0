import type { WireProfile } from '#contract/wire/stores.ts';

const cards = 16;

/**
 * The floor of issue 4: the same search and the same counter over the same products, in a page that is nothing but DOM.
 * Its index is built before anything is measured.
 */
export const bareDomPage = ({ catalog }: WireProfile): string => `<!doctype html>
<meta charset="utf-8">
<style>article{display:flex;gap:8px;height:96px}#list{height:700px;overflow:auto}</style>
<input type="search"><p id="total">0</p><div id="list"></div>
<script>
const items = ${JSON.stringify(catalog.items.map(({ id, name, description, price }) => ({ id, name, description, price })))};
const fold = (t) => t.normalize('NFD').replace(/\\p{Diacritic}/gu, '').toLowerCase();
const index = items.map((item) => ({ item, text: fold(item.name + ' ' + (item.description || '')) }))
  .sort((a, b) => (fold(a.item.name) < fold(b.item.name) ? -1 : 1));
const counts = new Map();
const list = document.querySelector('#list');
const show = (found) => {
  list.innerHTML = found.slice(0, ${cards}).map(({ item: i }) => '<article data-item="' + i.id + '"><div><b>' +
    (counts.get(i.id) || 0) + '</b><button>+</button></div><div><h3>' + i.name + '</h3><p>' + (i.description || '') +
    '</p><p>' + i.price.toFixed(2) + '</p></div></article>').join('');
};
let total = 0;
list.onclick = ({ target }) => {
  const card = target.closest('article');
  const id = Number(card.dataset.item);
  counts.set(id, (counts.get(id) || 0) + 1);
  card.querySelector('b').textContent = counts.get(id);
  total += items.find((i) => i.id === id).price;
  document.querySelector('#total').textContent = total.toFixed(2);
};
document.querySelector('input').oninput = ({ target }) => {
  const words = fold(target.value).split(/\\s+/).filter(Boolean);
  show(index.filter((e) => words.every((w) => e.text.includes(w))));
};
show(index);
</script>`;
