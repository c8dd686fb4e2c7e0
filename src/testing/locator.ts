import { fireEvent, queryAllByLabelText, queryAllByRole } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';

export type Text = string | RegExp;

const patienceMs = 30_000;
const lookEveryMs = 40;

/** Retries `what` until it returns; after `patience` ms it throws the last error. */
export async function eventually<T>(what: () => T, patience = patienceMs): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return what();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

export const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** A string matches as a substring in any case; with `exact`, as the whole text. */
export function matches(text: string, wanted: Text, exact = false): boolean {
  if (typeof wanted !== 'string') return wanted.test(text);
  return exact ? text === plain(wanted) : text.toLowerCase().includes(plain(wanted).toLowerCase());
}

const hiding = '[hidden], [aria-hidden="true"], [inert], dialog:not([open]), template, script, style';
export const isShown = (element: Element): boolean => element.isConnected && element.closest(hiding) === null;

/** The address and the open dialogs: an open dialog hides the rest of the page from roles. */
export const whereabouts = (): string => {
  const dialogs = [...document.querySelectorAll('dialog[open], [role="dialog"]')];
  const words = (element: Element, most: number): string => JSON.stringify(plain(element.textContent).slice(0, most));
  return `on ${location.pathname}: ${words(document.body, 300)}; dialogs: ${dialogs.map((d) => words(d, 80)).join()}`;
};

/** Playwright's locator API for screen tests, so that a journey and a screen test read alike. */
export class Locator {
  readonly #user: UserEvent;
  readonly #find: () => readonly Element[];
  readonly description: string;

  constructor(user: UserEvent, description: string, find: () => readonly Element[]) {
    this.#user = user;
    this.description = description;
    this.#find = find;
  }

  /** The current matches, in document order. */
  all(): readonly HTMLElement[] {
    return [...new Set(this.#find())] as HTMLElement[];
  }

  #below(description: string, find: (root: HTMLElement) => readonly Element[]): Locator {
    return new Locator(this.#user, `${this.description} ${description}`, () => this.all().flatMap(find));
  }

  #which(description: string, choose: (all: readonly HTMLElement[]) => readonly HTMLElement[]): Locator {
    return new Locator(this.#user, `${this.description} ${description}`, () => choose(this.all()));
  }

  getByRole(role: string, { name, exact = false }: { readonly name?: Text; readonly exact?: boolean } = {}): Locator {
    return this.#below(`${role} ${String(name ?? '')}`, (root) =>
      queryAllByRole(root, role, {
        hidden: true,
        ...(name === undefined ? {} : { name: (itsName: string) => matches(plain(itsName), name, exact) }),
      }).filter(isShown),
    );
  }

  getByLabel(text: Text, { exact = false } = {}): Locator {
    return this.#below(`label ${String(text)}`, (root) => queryAllByLabelText(root, text, { exact }));
  }

  getByPlaceholder(text: string): Locator {
    return this.locator(`[placeholder="${text}"]`);
  }

  /** The innermost elements that contain the text. */
  getByText(text: Text, { exact = false } = {}): Locator {
    const has = (element: Element): boolean => matches(plain(element.textContent), text, exact);
    return this.#below(`text ${String(text)}`, (root) =>
      [...root.querySelectorAll('*')].filter(
        (element) => !element.matches('script, style') && has(element) && ![...element.children].some(has),
      ),
    );
  }

  locator(selector: string): Locator {
    return this.#below(selector, (root) => [...root.querySelectorAll(selector)]);
  }

  filter({ hasText }: { readonly hasText: Text }): Locator {
    return this.#which(`with ${String(hasText)}`, (all) =>
      all.filter((element) => matches(plain(element.textContent), hasText)),
    );
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  nth(index: number): Locator {
    return this.#which(`nth ${index}`, (all) => all.slice(index, index === -1 ? undefined : index + 1));
  }

  count(): number {
    return this.all().length;
  }

  /** Waits for the element; throws if several match. */
  one(): Promise<HTMLElement> {
    return eventually(() => {
      const all = this.all();
      const [element] = all;
      if (!element) throw new Error(`nothing is ${this.description}; ${whereabouts()}`);
      if (all.length > 1) throw new Error(`${all.length} elements are ${this.description}`);
      return element;
    });
  }

  /** Waits until the element is visible and enabled. */
  async #usable(): Promise<HTMLElement> {
    await this.one();
    return eventually(() => {
      const element = this.all()[0];
      if (!element || !isShown(element) || element.matches(':disabled'))
        throw new Error(`${this.description} cannot be used`);
      return element;
    });
  }

  async click(_options?: { readonly force?: boolean }): Promise<void> {
    await this.#user.click(await this.#usable());
  }

  async dblclick(): Promise<void> {
    await this.#user.dblClick(await this.#usable());
  }

  /** Replaces the value in one event. */
  async fill(value: string): Promise<void> {
    const element = await this.#usable();
    element.focus();
    fireEvent.input(element, { target: { value } });
  }

  async focus(): Promise<void> {
    (await this.#usable()).focus();
  }

  async press(keys: string): Promise<void> {
    await this.focus();
    await press(this.#user, keys);
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.#user.keyboard(literally(text));
  }

  /** Waits for the option, as Playwright does. */
  async selectOption(value: string): Promise<void> {
    const select = await this.#usable();
    await eventually(() => {
      const options = [...select.querySelectorAll('option')];
      if (!options.some((option) => option.value === value || plain(option.textContent) === value))
        throw new Error(`${this.description} has no option ${value}: ${options.map((o) => o.textContent).join(' | ')}`);
    });
    await this.#user.selectOptions(select, value);
  }

  async setChecked(wanted: boolean): Promise<void> {
    const element = await this.#usable();
    if (isChecked(element) !== wanted) await this.#user.click(element);
  }

  check(_options?: { readonly force?: boolean }): Promise<void> {
    return this.setChecked(true);
  }

  async evaluate<T>(read: (element: HTMLElement) => T): Promise<T> {
    return read(await this.one());
  }
}

export const isChecked = (element: Element): boolean =>
  element instanceof HTMLInputElement ? element.checked : element.getAttribute('aria-checked') === 'true';

/** Escapes braces and brackets, which are user-event syntax. */
export const literally = (text: string): string => text.replaceAll(/[{[]/g, '$&$&');

/** Presses 'Enter' or 'Control+s'; holds the keys before the last one. */
export async function press(user: UserEvent, keys: string): Promise<void> {
  const parts = keys === '+' ? [keys] : keys.split('+');
  const last = parts.pop() ?? '';
  const key = last === 'Space' ? ' ' : last.length === 1 ? literally(last) : `{${last}}`;
  const held = parts.map((part) => `{${part}>}`).join('');
  const released = parts.toReversed().map((part) => `{/${part}}`);
  await user.keyboard(`${held}${key}${released.join('')}`);
}
