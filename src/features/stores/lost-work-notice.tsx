import { useEffect, useState } from 'react';
import type { LostWork } from '#data/outbox/lost-work.ts';
import { discardLostWork, findLostWork } from '#data/outbox/lost-work.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { storesTexts } from './texts.ts';

/**
 * Shows unsent work of stores that the user no longer belongs to, until they discard it (offline engine, Principles).
 */
export function LostWorkNotice({ own }: { readonly own: readonly number[] }) {
  const [work, setWork] = useState<LostWork | null>(null);
  const [asking, setAsking] = useState(false);
  const ids = own.join();
  useEffect(() => {
    let gone = false;
    void findLostWork(ids === '' ? [] : ids.split(',').map(Number)).then((found) => {
      if (!gone) setWork(found);
    });
    return () => {
      gone = true;
    };
  }, [ids]);
  if (work === null || work.count === 0) return null;
  return (
    <>
      <Notice
        action={
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            {storesTexts.lostDiscard}
          </Button>
        }
        tone="warning"
      >
        {storesTexts.lostTitle(work.count)} {storesTexts.lostText}
      </Notice>
      <ConfirmDialog
        confirmLabel={storesTexts.lostConfirm}
        open={asking}
        text={storesTexts.lostTitle(work.count)}
        title={storesTexts.lostAsk}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void discardLostWork(work).then(() => setWork(null));
        }}
      />
    </>
  );
}
