import { memo } from 'react';
import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { nextZoom } from '#domain/order-columns.ts';
import type { ServiceType } from '#domain/store.ts';
import { serviceLabels } from '#texts/order.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import {
  IconCheck,
  IconChecks,
  IconDots,
  IconFilter,
  IconKitchen,
  IconList,
  IconListCheck,
  IconZoomIn,
  IconZoomOut,
} from '#ui/icons.tsx';
import { ScreenHeader } from '#ui/layout/screen.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { StateShape } from '#ui/state-shapes.tsx';
import { BoardAge } from './board-age.tsx';
import styles from './order-board.module.css';
import { boardTexts } from './texts.ts';

/** The panels over the board: bulk actions, list of orders, finished orders. */
export type BoardPanel = 'bulk' | 'list' | 'finished';

interface BoardHeaderProps {
  readonly phone: boolean;
  /** Enabled services only (B-08). */
  readonly services: readonly ServiceType[];
  readonly hidden: ReadonlySet<ServiceType>;
  readonly onToggle: (type: ServiceType) => void;
  /** True when the finished orders are already on screen. */
  readonly hasFinished: boolean;
  /** True while an order is being paid: the list button shows a coin (B-10). */
  readonly paying: boolean;
  readonly onPanel: (panel: BoardPanel) => void;
  readonly actions: ReactNode;
  /** «Pantalla de cocina», for this device or another one. */
  readonly kitchen: readonly MenuItem[];
  readonly dragging: boolean;
  /** True while the dragged card is over the zone for finishing. */
  readonly finishing: boolean;
}

/** Title, type filter, age of the data, card size; during a drag, the drop zone for finishing (B-02, B-08, B-11). */
export const BoardHeader = memo(function BoardHeaderView({
  phone,
  services,
  hidden,
  hasFinished,
  paying,
  onToggle,
  onPanel,
  actions,
  kitchen,
  dragging,
  finishing,
}: BoardHeaderProps) {
  const list = paying ? boardTexts.listPaying : boardTexts.list;
  const coined = (icon: ReactNode): ReactNode =>
    paying ? (
      <span className={styles['coined']}>
        {icon}
        <StateShape state="paying" />
      </span>
    ) : (
      icon
    );
  const pills = services.map((type) => (
    <FilterPill key={type} pressed={!hidden.has(type)} onToggle={() => onToggle(type)}>
      {serviceLabels[type]}
    </FilterPill>
  ));
  const entries = services.map((type) => ({
    id: type,
    label: serviceLabels[type],
    checked: !hidden.has(type),
    onSelect: () => onToggle(type),
  }));
  return (
    <div className={styles['header']}>
      <ScreenHeader
        actions={
          <>
            {actions}
            {phone ? <Menu icon={<IconFilter />} items={entries} label={boardTexts.filter} /> : <ZoomButtons />}
            {phone ? (
              <Menu
                icon={coined(<IconDots />)}
                items={[
                  { id: 'list', label: list, onSelect: () => onPanel('list') },
                  { id: 'bulk', label: boardTexts.bulk, onSelect: () => onPanel('bulk') },
                  { id: 'finished', label: boardTexts.finished, onSelect: () => onPanel('finished') },
                  ...kitchen,
                ]}
                label={paying ? boardTexts.morePaying : boardTexts.more}
              />
            ) : (
              <>
                <IconButton icon={<IconChecks />} label={boardTexts.bulk} onClick={() => onPanel('bulk')} />
                <IconButton
                  aria-keyshortcuts="/"
                  icon={coined(<IconList />)}
                  label={list}
                  onClick={() => onPanel('list')}
                />
                {hasFinished ? null : (
                  <IconButton
                    icon={<IconListCheck />}
                    label={boardTexts.finished}
                    onClick={() => onPanel('finished')}
                  />
                )}
                {kitchen.length > 0 ? <Menu icon={<IconKitchen />} items={kitchen} label={boardTexts.kitchen} /> : null}
              </>
            )}
          </>
        }
        filters={phone ? null : <ChipRow label={boardTexts.filter}>{pills}</ChipRow>}
        title={boardTexts.title}
      />
      <div className={styles['agePlace']}>
        <BoardAge />
      </div>
      <FinishZone dragging={dragging} over={finishing} />
    </div>
  );
});

/** Always mounted, so that its position is known when a drag starts; visible only during a drag. */
function FinishZone({ dragging, over }: { readonly dragging: boolean; readonly over: boolean }) {
  return (
    <div
      className={cx(styles['finish'], dragging && styles['finishShown'], over && styles['finishOver'])}
      data-drop="COMPLETE"
    >
      <IconCheck size={28} />
      {boardTexts.finishZone}
    </div>
  );
}

function ZoomButtons() {
  const zoom = usePreferences((p) => p.boardZoom);
  const step = (direction: 1 | -1): void => {
    const next = nextZoom(zoom, direction);
    if (next !== null) setPreferences({ boardZoom: next });
  };
  return (
    <span className={styles['zoom']}>
      <IconButton
        disabled={nextZoom(zoom, -1) === null}
        icon={<IconZoomOut />}
        label={boardTexts.smaller}
        onClick={() => step(-1)}
      />
      <IconButton
        disabled={nextZoom(zoom, 1) === null}
        icon={<IconZoomIn />}
        label={boardTexts.larger}
        onClick={() => step(1)}
      />
    </span>
  );
}
