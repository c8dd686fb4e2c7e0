import { usePreferences } from '#data/device/preferences.ts';
import { printerProfiles } from '#domain/paper/document.ts';
import { encodePaper } from '#domain/paper/encode.ts';
import type { Store } from '#domain/store.ts';
import { printLocally } from './print-service.ts';
import { troubleText } from './print-trouble.ts';

/**
 * Opens the drawer that is plugged into that printer. Resolves to the sentence of a failure; null: the printer's queue has
 * the pulse, and nobody knows more.
 */
export async function pulseDrawer({ id }: Pick<Store, 'id'>, printer: string): Promise<string | null> {
  const profile = printerProfiles[usePreferences.getState().paperWidth];
  const trouble = await printLocally(id, printer, encodePaper({ blocks: [], drawer: true }, profile));
  return trouble && troubleText(trouble, printer);
}
