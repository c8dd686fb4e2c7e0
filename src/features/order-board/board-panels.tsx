import type { ComponentProps } from 'react';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { BulkDialog } from './actions/bulk-dialog.tsx';
import type { BoardPanel } from './board-header.tsx';
import { FinishedList } from './finished-panel.tsx';
import { OrderList } from './list/order-list.tsx';
import styles from './order-board.module.css';
import { boardTexts } from './texts.ts';

interface BoardPanelsProps {
  readonly panel: BoardPanel;
  readonly finished: ComponentProps<typeof FinishedList>;
  readonly onClose: () => void;
}

/** The panel that is open over the board. */
export function BoardPanels({ panel, finished, onClose }: BoardPanelsProps) {
  const { store, onOpen } = finished;
  switch (panel) {
    case 'bulk':
      return <BulkDialog store={store} onClose={onClose} />;
    case 'list':
      return <OrderList store={store} onClose={onClose} onOpen={onOpen} />;
    case 'finished':
      return (
        <Drawer bodyClassName={styles['drawer']} open size="sm" title={boardTexts.finished} onClose={onClose}>
          <FinishedList {...finished} />
        </Drawer>
      );
  }
}
