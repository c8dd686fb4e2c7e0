import { useEffect, useEffectEvent } from 'react';
import { setSearchParams, takeStartParam } from '#platform/search-params.ts';

/** Search parameter -> its open panel, of the mounted screens; null: the panel is closed. */
const panels = new Map<string, string | null>();

const write = (): void => setSearchParams(panels);

/**
 * Keeps the state of a panel in a search parameter, so that the panel survives a reload. `open` opens the one with
 * which the page was loaded.
 */
export function usePanelInAddress(name: string, panel: string | null, open: (panel: string) => void): void {
  const reopen = useEffectEvent(open);
  useEffect(() => {
    const kept = takeStartParam(name);
    if (kept !== null) reopen(kept);
    return () => void panels.delete(name);
  }, [name]);
  useEffect(() => {
    panels.set(name, panel);
    write();
  }, [name, panel]);
}

/** Writes the panels again after each navigation, because its address does not have them. `entry`: key of the history entry. */
export function usePanelsAfter(entry: string | undefined): void {
  useEffect(write, [entry]);
  // A panel may close while "back" is being cancelled, and then leaves its entry for the entry above it.
  useEffect(() => {
    addEventListener('popstate', write);
    return () => removeEventListener('popstate', write);
  }, []);
}
