import type { KeyboardEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { setCart, useCart } from '#data/cart/cart-store.ts';
import type { Cart } from '#domain/cart.ts';
import { newCart } from '#domain/cart.ts';
import { can } from '#domain/permissions.ts';
import type { Code, ServiceType } from '#domain/store.ts';
import { placeLabel, serviceLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import {
  IconCalendar,
  IconCamera,
  IconDelivery,
  IconDots,
  IconMap,
  IconQr,
  IconReceipt,
  IconStore,
  IconTable,
  IconTakeaway,
} from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import { useMedia } from '#ui/use-media.ts';
import type { NewOrderOption } from './new-order-options.ts';
import { newOrderOptions, optionForKey } from './new-order-options.ts';
import styles from './new-order-picker.module.css';
import { newOrderTexts } from './texts.ts';

interface NewOrderPickerProps {
  readonly profile: Profile;
  /** The page that it opens with: the types, or the codes and what can be scheduled. */
  readonly first: 'types' | 'codes';
  readonly onClose: () => void;
  /** Called when the cart is ready, to open the catalog (K-04). */
  readonly onChosen: () => void;
  readonly onCamera: () => void;
  /** Shows the codes of the store. */
  readonly onCodes: () => void;
  /** Opens the floor maps. */
  readonly onMaps: () => void;
}

const icons: Readonly<Record<NewOrderOption['kind'], ReactNode>> = {
  local: <IconTable size={32} />,
  takeaway: <IconTakeaway size={32} />,
  delivery: <IconDelivery size={32} />,
  more: <IconDots size={32} />,
};

function labelOf(option: NewOrderOption): string {
  if (option.kind !== 'local') return newOrderTexts[option.kind];
  return option.code ? newOrderTexts.local(option.code.description) : newOrderTexts.withoutCode;
}

/**
 * 'Cargar pedido': chooses type and code of a new order. It offers a paused order first, the camera on the
 * phone, and the codes (H-34 to H-43).
 */
export function NewOrderPicker({ profile, first, onClose, onChosen, onCamera, onCodes, onMaps }: NewOrderPickerProps) {
  const phone = useMedia('(width < 768px)');
  const [more, setMore] = useState(first === 'codes');
  const { store, codes, maps } = profile;
  const paused = useCart((s) => (s.cart?.store_id === store.id && s.cart.lines.length > 0 ? s.cart : null));
  const options = newOrderOptions(store, codes);
  const hasCodes = codes.length > 0 && can('codes.view', store);
  const hasMaps = maps.length > 0 && can('maps.view', store);
  const others = options.flatMap((o) => (o.kind === 'more' ? o.codes : []));
  const later = options.flatMap((o) => (o.kind === 'more' ? o.scheduled : []));

  /** `isLater`: a scheduled order; the user sets the time at the checkout (N-35). */
  const start = (type: ServiceType, code: Code | null, isLater = false): void => {
    const cart = newCart(store, type, code);
    setCart(isLater ? { ...cart, when: null } : cart);
    if (paused) offerBack(paused);
    onChosen();
  };
  const choose = (option: NewOrderOption): void => {
    switch (option.kind) {
      case 'local':
        return start('LOCAL', option.code);
      case 'takeaway':
        return start('TAKEAWAY', null);
      case 'delivery':
        return start('DELIVERY', null);
      case 'more':
        return setMore(true);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const option = more ? null : optionForKey(options, event.key);
    const place = more && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const code = others[place];
    const type = later[place - others.length];
    if (!option && code === undefined && !type) return;
    event.preventDefault();
    event.stopPropagation();
    if (option) choose(option);
    if (code !== undefined) start('LOCAL', code);
    if (type) start(type, null, true);
  };

  return (
    <Overlay
      footer={
        <Button fullWidth variant="secondary" onClick={onClose}>
          {newOrderTexts.cancel}
        </Button>
      }
      open
      size="lg"
      subtitle={newOrderTexts.subtitle}
      title={newOrderTexts.title}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts only */}
      <div className={styles['body']} onKeyDown={onKeyDown}>
        {options.length === 0 ? (
          <EmptyState icon={<IconStore size={32} />} title={newOrderTexts.none} />
        ) : (
          <>
            {paused && !more ? (
              <Button fullWidth data-autofocus="" icon={<IconReceipt size={22} />} variant="primary" onClick={onChosen}>
                {newOrderTexts.resume(placeLabel(paused))}
              </Button>
            ) : null}
            <ul className={styles['tiles']} aria-label={more ? newOrderTexts.moreTitle : newOrderTexts.subtitle}>
              {more
                ? others.map((code, index) => (
                    <li key={code?.id ?? 'none'}>
                      <Tile first={index === 0} icon={icons.local} onClick={() => start('LOCAL', code)}>
                        {code?.description ?? newOrderTexts.withoutCode}
                      </Tile>
                    </li>
                  ))
                : options.map((option, index) => (
                    <li key={option.kind}>
                      <Tile first={!paused && index === 0} icon={icons[option.kind]} onClick={() => choose(option)}>
                        {labelOf(option)}
                      </Tile>
                    </li>
                  ))}
              {more
                ? later.map((type, index) => (
                    <li key={type}>
                      <Tile
                        first={others.length === 0 && index === 0}
                        icon={<IconCalendar size={32} />}
                        onClick={() => start(type, null, true)}
                      >
                        {newOrderTexts.scheduled(serviceLabels[type])}
                      </Tile>
                    </li>
                  ))
                : null}
            </ul>
          </>
        )}
        {(hasCodes || hasMaps) && !more ? (
          <div className={styles['codes']}>
            {hasMaps ? (
              <Button fullWidth icon={<IconMap size={22} />} variant="secondary" onClick={onMaps}>
                {newOrderTexts.maps}
              </Button>
            ) : null}
            {hasCodes && phone ? (
              <Button fullWidth icon={<IconCamera size={22} />} variant="secondary" onClick={onCamera}>
                {newOrderTexts.camera}
              </Button>
            ) : null}
            {hasCodes ? (
              <Button fullWidth icon={<IconQr size={22} />} variant="secondary" onClick={onCodes}>
                {newOrderTexts.codes}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </Overlay>
  );
}

function offerBack(paused: Cart): void {
  toast.undo({ text: newOrderTexts.replaced(placeLabel(paused)), onUndo: () => setCart(paused) });
}

interface TileProps {
  readonly icon: ReactNode;
  /** Takes the focus on mount. */
  readonly first: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Tile({ icon, first, onClick, children }: TileProps) {
  return (
    <button
      ref={first ? focusOnMount : undefined}
      className={styles['tile']}
      data-autofocus={first ? '' : undefined}
      type="button"
      onClick={onClick}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

/** «Más opciones» replaces the page: the first new option takes the focus. */
const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus();
