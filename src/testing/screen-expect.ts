import { type Assertion, expect as expectValue, type ExpectPollOptions } from 'vitest';
import { eventually, isChecked, isShown, Locator, matches, plain, type Text, whereabouts } from './locator.ts';
import { Page } from './page.ts';

interface LocatorMatchers {
  readonly not: LocatorMatchers;
  toBeVisible(): Promise<void>;
  toBeHidden(): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  toHaveText(text: Text | readonly Text[]): Promise<void>;
  toContainText(text: Text): Promise<void>;
  toHaveValue(value: Text): Promise<void>;
  toHaveAttribute(name: string, value: Text): Promise<void>;
  toBeFocused(): Promise<void>;
  toBeDisabled(): Promise<void>;
  toBeEnabled(): Promise<void>;
  toBeEditable(): Promise<void>;
  toBeChecked(): Promise<void>;
}

interface PageMatchers {
  readonly not: PageMatchers;
  toHaveURL(url: RegExp): Promise<void>;
}

function matchersOf(locator: Locator, wanted: boolean): LocatorMatchers {
  /** Waits until the condition holds, or after `not` until it does not. */
  const until = async (
    what: string,
    is: (all: readonly HTMLElement[]) => boolean,
    seen: () => unknown = () => '',
  ): Promise<void> => {
    await eventually(() => {
      if (is(locator.all()) !== wanted)
        throw new Error(
          `${locator.description}: ${wanted ? '' : 'not '}${what}; seen: ${JSON.stringify(seen())}; ${whereabouts()}`,
        );
    });
  };
  const one = (what: string, is: (element: HTMLElement) => boolean, seen?: (element: HTMLElement) => unknown) =>
    until(
      what,
      (all) => {
        const [element] = all;
        return all.length === 1 && element !== undefined && is(element);
      },
      () => locator.all().map((element) => seen?.(element) ?? plain(element.textContent)),
    );
  const valueOf = (element: Element): string => ('value' in element ? String(element.value) : '');
  return {
    get not() {
      return matchersOf(locator, !wanted);
    },
    toBeVisible: () => one('visible', isShown),
    toBeHidden: () => until('hidden', (all) => !all.some(isShown)),
    toHaveCount: (count) =>
      until(
        `${count} of them`,
        (all) => all.length === count,
        () => locator.count(),
      ),
    toHaveText: (text) =>
      Array.isArray(text)
        ? until(
            `texts ${text.map(String).join(' | ')}`,
            (all) =>
              all.length === text.length && all.every((e, i) => matches(plain(e.textContent), text[i] ?? '', true)),
            () => locator.all().map((element) => plain(element.textContent)),
          )
        : one(`text ${String(text)}`, (element) => matches(plain(element.textContent), text as Text, true)),
    toContainText: (text) => one(`text with ${String(text)}`, (element) => matches(plain(element.textContent), text)),
    toHaveValue: (value) =>
      one(
        `value ${String(value)}`,
        (e) => (typeof value === 'string' ? valueOf(e) === value : value.test(valueOf(e))),
        valueOf,
      ),
    toHaveAttribute: (name, value) =>
      one(
        `${name}=${String(value)}`,
        (e) => e.hasAttribute(name) && matches(e.getAttribute(name) ?? '', value, true),
        (e) => e.getAttribute(name),
      ),
    toBeFocused: () =>
      one(
        'focused',
        (e) => document.activeElement === e,
        () => document.activeElement?.outerHTML.slice(0, 120),
      ),
    toBeDisabled: () => one('disabled', (e) => e.matches(':disabled') || e.getAttribute('aria-disabled') === 'true'),
    toBeEnabled: () => one('enabled', (e) => !e.matches(':disabled') && e.getAttribute('aria-disabled') !== 'true'),
    toBeEditable: () => one('editable', (e) => !e.matches(':disabled') && !e.hasAttribute('readonly')),
    toBeChecked: () => one('checked', isChecked),
  };
}

function matchersOfPage(page: Page, wanted: boolean): PageMatchers {
  return {
    get not() {
      return matchersOfPage(page, !wanted);
    },
    async toHaveURL(url) {
      await eventually(() => {
        if (url.test(page.url()) !== wanted) throw new Error(`the address is ${page.url()}, not ${String(url)}`);
      });
    },
  };
}

function expectAny(actual: Page): PageMatchers;
function expectAny(actual: Locator): LocatorMatchers;
function expectAny<T>(actual: T): Assertion<T>;
function expectAny(actual: unknown): unknown {
  if (actual instanceof Page) return matchersOfPage(actual, true);
  if (actual instanceof Locator) return matchersOf(actual, true);
  return expectValue(actual);
}

interface Expect {
  (actual: Page): PageMatchers;
  (actual: Locator): LocatorMatchers;
  <T>(actual: T): Assertion<T>;
  any(constructor: unknown): unknown;
  stringMatching(pattern: RegExp): unknown;
  poll(actual: () => unknown): ReturnType<typeof expectValue.poll>;
}

const patience: ExpectPollOptions = { timeout: 30_000, interval: 30 };

/** For locators and pages: retrying matchers, as in a journey. For values: Vitest's own. */
export const expect: Expect = Object.assign(expectAny, {
  any: (constructor: unknown): unknown => expectValue.any(constructor),
  stringMatching: (pattern: RegExp): unknown => expectValue.stringMatching(pattern),
  poll: (actual: () => unknown) => expectValue.poll(actual, patience),
});

/** Resolves when each timer of at most `ms` that was set before has fired: for checks that something does not happen. */
export const timersFired = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
