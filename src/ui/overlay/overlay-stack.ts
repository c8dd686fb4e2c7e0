/** Something that lies over the page: a modal, a sheet, a drawer or an open menu. */
export interface Layer {
  readonly element: HTMLElement;
  /** What had the focus before; the focus goes back there. */
  readonly opener: Element | null;
  /** Esc, outside tap, device back: may ask first. */
  requestClose(): void;
  /** Navigation: closes without asking. */
  close(): void;
}

let layers: readonly Layer[] = [];

/** Notices and live regions stay usable over a modal; so do the lists that the kit opens beside the root. */
const alwaysUsable = '[data-toasts], [data-live-regions], [data-portal], script, style, link';

/**
 * Puts a layer on top until the returned function is called. Everything under it becomes inert, which is the focus
 * trap: the browser itself keeps the keyboard, the pointer and the screen reader inside.
 */
export function addLayer(layer: Layer): () => void {
  // Opened from a layer that closes in the same breath: then back to what opened that one.
  const from = layers.find((other) => layer.opener !== null && other.element.contains(layer.opener));
  change([...layers, layer]);
  return () => {
    change(layers.filter((other) => other !== layer));
    giveFocusBack([layer.opener, from?.opener ?? null]);
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
  // Somebody else took it on purpose, outside of what just closed.
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

/** After the last thing comes the first: a kiosk has no browser bar to go through. Notices take part. */
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

/** Asks the top layer to close; true when there was one. The router's back guard cancels the navigation then (F-26). */
export function closeTop(): boolean {
  const top = layers.at(-1);
  top?.requestClose();
  return top !== undefined;
}

/** Closes every layer without asking: a navigation took place (F-25). */
export function closeAll(): void {
  for (const layer of layers.toReversed()) layer.close();
}

export const hasOpenOverlay = (): boolean => layers.length > 0;

export const isTopLayer = (element: Element | null): boolean => element !== null && layers.at(-1)?.element === element;
