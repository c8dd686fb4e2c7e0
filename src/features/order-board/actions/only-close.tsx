import { Button } from '#ui/action/button.tsx';
import { actionTexts } from './texts.ts';

/** The footer of a dialog whose order no longer allows the action. */
export function OnlyClose({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button data-autofocus="" fullWidth variant="secondary" onClick={onClose}>
      {actionTexts.close}
    </Button>
  );
}
