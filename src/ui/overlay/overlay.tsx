import { useState } from 'react';
import { uiTexts } from '#ui/texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { OverlayBox } from './overlay-box.tsx';
import type { OverlayBoxProps } from './overlay-box.tsx';

export interface OverlayProps extends Omit<OverlayBoxProps, 'onRequestClose'> {
  readonly open: boolean;
  /** There are unsaved changes: closing asks first. */
  readonly dirty?: boolean;
}

/** A modal on tablet and wide screens, a sheet on the phone. */
export function Overlay({ open, ...props }: OverlayProps) {
  return open ? <OpenOverlay {...props} /> : null;
}

/** A side panel; on the phone it fills the screen. */
export function Drawer(props: Omit<OverlayProps, 'placement'>) {
  return <Overlay {...props} placement="side" />;
}

function OpenOverlay({ dirty = false, onClose, ...box }: Omit<OverlayProps, 'open'>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <OverlayBox {...box} onClose={onClose} onRequestClose={() => (dirty ? setAsking(true) : onClose())} />
      <ConfirmDialog
        cancelLabel={uiTexts.discardKeep}
        confirmLabel={uiTexts.discardConfirm}
        open={asking}
        text={uiTexts.discardText}
        title={uiTexts.discardTitle}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}
