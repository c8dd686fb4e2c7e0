import { useEffect, useEffectEvent } from 'react';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { askAboutStore, useUiIntents } from '#data/device/ui-intents.ts';
import { letterGapMs } from '#domain/order-actions.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { enabledServices } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { Switch } from '#ui/form/choice.tsx';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './shell-keys.module.css';
import type { KeyGroup } from './texts.ts';
import { boardKeys, catalogKeys, formKeys, globalKeys, keyTexts } from './texts.ts';

interface ShellKeysProps {
  readonly store: Store;
  /** The screen, whose keys the help lists after those of every screen. */
  readonly place: 'home' | 'board' | 'catalog' | 'checkout' | 'address' | 'other';
  readonly onNewOrder: () => void;
  readonly onBoard: () => void;
  /** null: the store has no maps, or the plan none. */
  readonly onMaps: (() => void) | null;
  readonly onCodes: (() => void) | null;
  readonly onCashbox: () => void;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Focuses the screen's search box, or presses the button that leads to it: the element that names the key. */
function search(): void {
  const box = named('/');
  if (box instanceof HTMLInputElement) box.focus();
  else box?.click();
}

/** The element of the screen that names the key. */
const named = (key: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)].find((e) => !e.closest('[inert]'));

/**
 * The keys of every store screen (N new order, T board, M maps, C codes, J cash register, / search, ? help), and the help that lists them. They do nothing
 * in a field or under an overlay, wait until a scanner's burst is ruled out, and can be turned off (WCAG 2.1.4).
 */
export function ShellKeys({ store, place, onNewOrder, onBoard, onMaps, onCodes, onCashbox }: ShellKeysProps) {
  const takes = can('order.create', store) && enabledServices(store).length > 0;
  const works = can('board.view', store);
  const cashes = can('cashbox.view', store);
  const open = useUiIntents((w) => w.about === 'keys');
  const actionOf = useEffectEvent((key: string): (() => void) | null => {
    switch (key.toLowerCase()) {
      case 'n':
        return takes ? onNewOrder : null;
      case 't':
        return works ? onBoard : null;
      case 'm':
        // The screen of the register has its movement under this key.
        return named('M') ? () => named('M')?.click() : onMaps;
      case 'c':
        return onCodes;
      case 'j':
        return cashes ? onCashbox : null;
      case '/':
        return search;
      case '?':
        return () => askAboutStore('keys');
      default:
        return null;
    }
  });
  useEffect(() => {
    let cancel = (): void => {};
    const onKey = (event: KeyboardEvent): void => {
      cancel();
      if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isField(event.target) || hasOpenOverlay() || !usePreferences.getState().singleKeys) return;
      const act = actionOf(event.key);
      if (act === null) return;
      // Firefox opens its own search with «/».
      if (event.key === '/') event.preventDefault();
      cancel = wakeIn(letterGapMs, act);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      cancel();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const { order, board, maps, codes, cashbox, ...rest } = globalKeys;
  const everywhere: KeyGroup = {
    title: keyTexts.everywhere,
    keys: [
      ...(takes ? [order] : []),
      ...(works ? [board] : []),
      ...(onMaps ? [maps] : []),
      ...(onCodes ? [codes] : []),
      ...(cashes ? [cashbox] : []),
      ...Object.values(rest),
    ],
  };
  const onBoardScreen = works && (place === 'home' || place === 'board');
  const here = place === 'catalog' ? catalogKeys : onBoardScreen ? boardKeys : formKeys;
  return (
    <Overlay open={open} size="md" title={keyTexts.title} onClose={() => askAboutStore(null)}>
      <KeyList groups={[everywhere, here]} />
    </Overlay>
  );
}

function KeyList({ groups }: { readonly groups: readonly KeyGroup[] }) {
  const single = usePreferences((p) => p.singleKeys);
  return (
    <div className={styles['help']}>
      <Switch
        checked={single}
        data-autofocus=""
        hint={keyTexts.singleHint}
        label={keyTexts.single}
        onChange={(singleKeys) => setPreferences({ singleKeys })}
      />
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles['heading']}>{title}</h3>
          <dl className={styles['keys']}>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
