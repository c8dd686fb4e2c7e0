import { useEffect, useEffectEvent } from 'react';
import { setSearchParams, takeStartParam } from '#platform/address.ts';

/** Search parameter -> its open panel, of the mounted screens; null: the panel is closed. */
const panels = new Map<string, string | null>();

/** Writes the open panels into the address. Call it after a navigation, whose address does not have them. */
export const writePanels = (): void => setSearchParams(panels);

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
    writePanels();
  }, [name, panel]);
}
