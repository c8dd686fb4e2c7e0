import { Button } from '#ui/action/button.tsx';
import { actionTexts } from './texts.ts';

/** When nothing can be answered any more. */
export function OnlyClose({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button data-autofocus="" fullWidth variant="secondary" onClick={onClose}>
      {actionTexts.close}
    </Button>
  );
}
