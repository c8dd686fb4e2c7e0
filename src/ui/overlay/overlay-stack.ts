/** An element over the page: a modal, a sheet, a drawer or an open menu. */
export interface Layer {
  readonly element: HTMLElement;
  /** The element that had the focus before. It gets the focus back. */
  readonly opener: Element | null;
  /** Called on Esc, outside tap and device back. It may ask first. */
  requestClose(): void;
  /** Called on a navigation: closes without asking. */
  close(): void;
}

let layers: readonly Layer[] = [];
let onFirst = (): void => {};

/** Calls whenever a layer opens over a page that had none. The app has one such listener. */
export function onFirstLayer(call: () => void): void {
  onFirst = call;
}

/** These stay usable over a modal: notices, live regions, and lists that Mantine renders outside the root. */
const alwaysUsable = '[data-toasts], [data-live-regions], [data-portal], script, style, link';

/**
 * Puts a layer on top, and returns the function that removes it. Everything below becomes inert, so the browser itself
 * keeps keyboard, pointer and screen reader inside the layer.
 */
export function addLayer(layer: Layer): () => void {
  if (layers.length === 0) onFirst();
  // The opener's layer may close in the same moment: then the focus goes to that layer's opener.
  const from = layers.find((other) => layer.opener !== null && other.element.contains(layer.opener));
  // Or it has closed just before this one opens, and has given the focus back: then the focus goes there again.
  const before = document.activeElement;
  change([...layers, layer]);
  return () => {
    change(layers.filter((other) => other !== layer));
    giveFocusBack([layer.opener, from?.opener ?? null, before]);
  };
}

function change(next: readonly Layer[]): void {
  if (layers.length === 0 && next.length > 0) document.addEventListener('keydown', onKeyDown);
  if (next.length === 0) document.removeEventListener('keydown', onKeyDown);
  layers = next;
  const top = layers.at(-1);
  for (const element of document.body.children) {
    if (!(element instanceof HTMLElement) || element.matches(alwaysUsable)) continue;
    element.inert = top !== undefined && element !== top.element;
  }
}

function giveFocusBack(candidates: readonly (Element | null)[]): void {
  const active = document.activeElement;
  // Another element outside the closed layer got the focus: leave it there.
  if (active && active !== document.body && !active.closest('[data-layer]') && !candidates.includes(active)) {
    if (!active.closest('[inert]')) return;
  }
  const target = candidates.find((c) => c instanceof HTMLElement && c.isConnected && !c.closest('[inert]'));
  if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    closeTop();
  }
  if (event.key === 'Tab') goRound(event);
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Wraps the focus from the last element to the first, because a kiosk has no browser bar. Includes the notices. */
function goRound(event: KeyboardEvent): void {
  const stops = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
    (e) => e.tabIndex >= 0 && !e.closest('[inert]') && e.checkVisibility(),
  );
  const active = document.activeElement;
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (active !== from && active !== document.body) return;
  event.preventDefault();
  to?.focus();
}

/**
 * Asks the top layer to close. Returns whether there was one; the router's back guard then cancels the navigation
 * (F-26).
 */
export function closeTop(): boolean {
  const top = layers.at(-1);
  top?.requestClose();
  return top !== undefined;
}

/** Closes every layer without asking, after a navigation (F-25). */
export function closeAll(): void {
  for (const layer of layers.toReversed()) layer.close();
}

export const hasOpenOverlay = (): boolean => layers.length > 0;

export const isTopLayer = (element: Element | null): boolean => element !== null && layers.at(-1)?.element === element;

const fields = [
  'input:not([type="hidden"]):not(:disabled):not([tabindex="-1"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
].join(', ');

/** Focuses the element with data-autofocus, else the first field, else the title. */
export function focusFirstField(root: HTMLElement): void {
  const target =
    root.querySelector<HTMLElement>('[data-autofocus]') ??
    root.querySelector<HTMLElement>(fields) ??
    root.querySelector<HTMLElement>('[data-title]');
  target?.focus({ preventScroll: true });
}
