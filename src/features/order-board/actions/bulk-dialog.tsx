import { useMemo } from 'react';
import { useOrders, useOrdersKnown } from '#data/orders/orders.ts';
import type { MoveStore } from './move-order.ts';
import { Button } from '#ui/action/button.tsx';
import { CountBadge } from '#ui/feedback/badge.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconCheck, IconChecks } from '#ui/icons.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './actions.module.css';
import type { BulkSection } from './bulk.ts';
import { bulkSections, runBulk } from './bulk.ts';
import { OfflineNote } from './dialog-parts.tsx';
import { bulkTexts } from './texts.ts';

interface BulkDialogProps {
  readonly store: MoveStore;
  readonly onClose: () => void;
}

/**
 * 'Modificación masiva de pedidos': four sections, each with its effect (B-14, D5). It can be undone, so it asks no
 * confirmation.
 */
export function BulkDialog({ store, onClose }: BulkDialogProps) {
  const shown = useOrders();
  const known = useOrdersKnown();
  const sections = useMemo(
    () =>
      bulkSections(
        shown.map((o) => o.body),
        store,
      ),
    [shown, store],
  );
  const nothing = known && sections.every((s) => s.orders.length === 0);
  return (
    <Overlay open size="md" title={bulkTexts.title} onClose={onClose}>
      {known ? (
        <div className={styles['form']}>
          <OfflineNote />
          {nothing ? <p className={styles['quiet']}>{bulkTexts.none}</p> : null}
          <ul className={styles['sections']}>
            {sections.map((section) => (
              <Section key={section.id} section={section} store={store} />
            ))}
          </ul>
        </div>
      ) : (
        <SkeletonGroup className={styles['form']} label={bulkTexts.loading}>
          {[0, 1, 2, 3].map((n) => (
            <Skeleton key={n} height={104} />
          ))}
        </SkeletonGroup>
      )}
    </Overlay>
  );
}

function Section({ section, store }: { readonly section: BulkSection; readonly store: MoveStore }) {
  const { sending: saving, submit } = useSubmit();
  const { id, orders } = section;
  const count = orders.length;
  return (
    <li className={styles['section']}>
      <h3 className={styles['sectionTitle']}>
        {bulkTexts.sections[id]} <CountBadge count={count} label={bulkTexts.ordersIn(count)} />
      </h3>
      <Button
        disabledReason={count === 0 ? bulkTexts.empty : undefined}
        fullWidth
        icon={id === 'pending' ? <IconChecks size={22} /> : <IconCheck size={22} />}
        loading={saving}
        variant={id === 'pending' ? 'primary' : 'success'}
        onClick={() => void submit(() => runBulk(section, store))}
      >
        {id === 'pending' ? bulkTexts.accept(count) : bulkTexts.finish(count, id)}
      </Button>
    </li>
  );
}
