import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** The search parameters of a store's screens that name an open panel. */
export interface PanelSearch {
  /** uid of the order whose detail is open on the board. */
  readonly order?: string | undefined;
  /** The panel about the store. */
  readonly about?: string | undefined;
  /** The list of support. */
  readonly support?: string | undefined;
  /** id of the ticket whose conversation is open. */
  readonly ticket?: number | undefined;
}

/**
 * Keeps an open panel in a search parameter, so that a reload and a link keep it. `panel` is the open one, null =
 * closed; `read` reads it from its store, where it may be newer than on the screen; `open` opens the panel of the
 * address, or ignores a value that no panel has. It takes the place of the history entry: "back" closes the panel as it
 * closes every overlay.
 */
export function usePanelInAddress<Name extends keyof PanelSearch>(
  name: Name,
  panel: PanelSearch[Name] | null,
  read: () => PanelSearch[Name] | null,
  open: (panel: NonNullable<PanelSearch[Name]>) => void,
): void {
  const router = useRouter();
  const { [name]: kept }: PanelSearch = useSearch({ from: '/$storeId' });
  const address = useLocation({ select: (location) => location.href });
  const reopen = useEffectEvent(open);
  useEffect(() => {
    if (kept !== undefined) reopen(kept);
  }, [kept]);

  const write = useEffectEvent(() => {
    router.history.flush();
    // The newest entry: the router itself learns of it later.
    const { search, hash, state } = router.history.location;
    // "Back" is being cancelled: the browser is at another entry until the popstate that follows.
    if (window.history.state?.__TSR_key !== state.__TSR_key) return;
    const now = read() ?? undefined;
    const before: PanelSearch = router.options.parseSearch(search);
    if (before[name] === now) return;
    void router.navigate({
      to: '.',
      search: { ...before, [name]: now },
      hash: hash.slice(1),
      state: true,
      replace: true,
      // At once: a blocked navigation would be decided later, and overwrite one that began meanwhile.
      ignoreBlocker: true,
    });
  });
  useEffect(() => write(), [panel, address]);
  useEffect(() => {
    const again = (): void => write();
    addEventListener('popstate', again);
    return () => removeEventListener('popstate', again);
  }, []);
}
