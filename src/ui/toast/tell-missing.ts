import { uiTexts } from '#ui/texts.ts';
import { toast } from './toast.ts';

/** Says that what the person opened could not be loaded and opens when it can. */
export function tellMissing(): void {
  toast.show({ id: 'missing-part', kind: 'warning', text: uiTexts.missingPart });
}
