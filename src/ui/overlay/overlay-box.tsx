import { useId, useRef, useState } from 'react';
import type { ReactNode, RefObject, SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconClose } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { focusFirstField, isTopLayer } from './overlay-stack.ts';
import { isSecondTap, lastTap } from './second-tap.ts';
import { useLayer } from './use-layer.ts';
import styles from './overlay.module.css';

export interface OverlayBoxProps {
  /** Called on a navigation: closes without asking. */
  readonly onClose: () => void;
  /** Called on Esc, outside tap, cross and device back. It may ask first. Defaults to onClose. */
  readonly onRequestClose?: () => void;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Width from the tablet on: 400, 560, 720, 960 px or the whole screen. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  /**
   * auto: sheet on phone, else modal. side: drawer at the right. bottom: sheet at every width. rail: sheet on phone,
   * else 360 px beside the rail's head.
   */
  readonly placement?: 'auto' | 'side' | 'bottom' | 'rail';
  /** Stays visible below the scrolling content. */
  readonly footer?: ReactNode;
  /** Beside the close button. */
  readonly actions?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly hideTitle?: boolean;
  /** Without the cross: the footer has the answers. Esc and a tap outside still close it. */
  readonly hideClose?: boolean;
  /** Use 'alertdialog' for questions. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Id of the text that describes an alertdialog. */
  readonly describedBy?: string;
  readonly bodyClassName?: string | undefined;
  readonly children?: ReactNode;
}

const keepInside = (event: SyntheticEvent): void => event.stopPropagation();

/** An open overlay. Only the top one reacts to Esc, outside tap and device back. */
export function OverlayBox({
  onClose,
  onRequestClose: requestClose = onClose,
  title,
  subtitle,
  size = 'md',
  placement = 'auto',
  footer,
  actions,
  initialFocus,
  hideTitle = false,
  hideClose = false,
  role = 'dialog',
  describedBy,
  bodyClassName,
  children,
}: OverlayBoxProps) {
  const titleId = useId();
  const subtitleId = useId();
  const pressedOutside = useRef(false);
  const [openedBy] = useState(lastTap);
  const root = useLayer({
    requestClose,
    close: onClose,
    focusFirst: (element) => (initialFocus?.current ? initialFocus.current.focus() : focusFirstField(element)),
  });
  return createPortal(
    // Events must not reach the card or row that rendered the overlay: portal events bubble through React's tree.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the scrim; the keyboard uses Esc
    <div
      ref={root}
      className={cx(styles['scrim'], styles[placement])}
      data-docked=""
      data-layer="overlay"
      onClickCapture={(event) => {
        // Only a question ignores it: in other dialogs a quick second tap may be on purpose.
        if (role !== 'alertdialog' || event.detail === 0 || !isSecondTap(openedBy, event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={(event) => {
        event.stopPropagation();
        const outside = pressedOutside.current && event.target === event.currentTarget;
        if (outside && isTopLayer(root.current)) requestClose();
      }}
      onMouseDown={keepInside}
      onPointerDown={(event) => {
        event.stopPropagation();
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onTouchStart={keepInside}
    >
      <div
        aria-describedby={cx(describedBy, subtitle !== undefined && subtitleId) || undefined}
        aria-labelledby={titleId}
        aria-modal="true"
        className={cx(styles['box'], styles[size])}
        data-docked=""
        role={role}
      >
        <header className={cx(styles['head'], hideTitle && hideClose && 'visually-hidden')}>
          <div className={styles['titles']}>
            <h2
              className={cx(styles['title'], hideTitle && 'visually-hidden')}
              data-title=""
              id={titleId}
              tabIndex={-1}
            >
              {title}
            </h2>
            {subtitle === undefined ? null : (
              <p className={styles['subtitle']} id={subtitleId}>
                {subtitle}
              </p>
            )}
          </div>
          {actions}
          {hideClose ? null : <IconButton icon={<IconClose />} label={uiTexts.close} onClick={requestClose} />}
        </header>
        <div className={cx(styles['body'], bodyClassName)}>{children}</div>
        {footer === undefined ? null : <footer className={styles['foot']}>{footer}</footer>}
      </div>
    </div>,
    document.body,
  );
}
