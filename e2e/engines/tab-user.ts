import { isObject } from '#domain/unknown.ts';
import { waitForSure } from '#e2e/waiting.ts';
import type { EngineTab } from './tab.ts';

type Role = 'button' | 'textbox' | 'radio' | 'link';

const selectors: Readonly<Record<Role, string>> = {
  button: 'button, [role=button]',
  textbox: 'input:not([type=radio]):not([type=checkbox]), textarea',
  radio: 'input[type=radio], [role=radio]',
  link: 'a[href]',
};

/** Runs in the page: the centre of the first visible element with that role and name, inside the box; null = none. */
const placeOf = `(selector, pattern, within) => {
  const name = new RegExp(pattern);
  const nameOf = (e) =>
    e.getAttribute('aria-label') ||
    [...(e.labels ?? [])].map((l) => l.textContent).join(' ') ||
    e.getAttribute('placeholder') || e.textContent || '';
  const boxes = within === null ? [document.body]
    : [...document.querySelectorAll('article, [role=dialog], dialog')].filter((b) => b.textContent.includes(within));
  for (const box of boxes)
    for (const e of box.querySelectorAll(selector)) {
      if (!name.test(nameOf(e).trim()) || e.disabled || e.closest('[inert], [aria-hidden=true]')) continue;
      e.scrollIntoView({ block: 'center' });
      const target = e.matches('input[type=radio]') ? (e.labels?.[0] ?? e) : e;
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || height === 0) continue;
      const hit = document.elementFromPoint(x, y);
      if (hit && (target.contains(hit) || hit.contains(target))) return { x, y };
    }
  return null;
}`;

/** Far more than a page takes: a busy machine is no defect of an engine. */
const patienceMs = 90_000;
/** An element that was seen at one place so many times in a row does not move under the pointer. */
const looksAtRest = 5;

/** A person at a tab, who finds things by their names and waits for what the screen shows. */
export class TabUser {
  readonly #tab: EngineTab;

  constructor(tab: EngineTab) {
    this.#tab = tab;
  }

  /** Waits until the expression is true in the page. */
  async until(what: string, expression: string): Promise<void> {
    const look = async (): Promise<true | null> => ((await this.#tab.evaluate(expression)) === true ? true : null);
    await waitForSure(what, look, patienceMs);
  }

  sees = (text: string): Promise<void> =>
    this.until(`«${text}» on the screen`, `document.body.innerText.includes(${JSON.stringify(text)})`);

  /** `name`: a regular expression of the accessible name; `within`: a text of the card or dialog that holds it. */
  async click(role: Role, name: string, within: string | null = null): Promise<void> {
    const values = [selectors[role], name, within].map((value) => JSON.stringify(value)).join(', ');
    const find = `(${placeOf})(${values})`;
    let before = '';
    let looks = 0;
    const place = await waitForSure(
      `${role} «${name}»`,
      async () => {
        const found = await this.#tab.evaluate(find);
        const now = JSON.stringify(found);
        looks = now === before ? looks + 1 : 1;
        before = now;
        return looks >= looksAtRest && isObject(found) ? found : null;
      },
      patienceMs,
    );
    await this.#tab.clickAt(Number(place['x']), Number(place['y']));
  }

  async fill(name: string, text: string): Promise<void> {
    await this.click('textbox', name);
    await this.#tab.type(text);
  }
}
