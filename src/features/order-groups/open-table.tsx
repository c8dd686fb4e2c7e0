import type { FormEvent } from 'react';
import { useState } from 'react';
import { refusedText } from '#data/api/failure.ts';
import { openTable } from '#data/groups/groups.ts';
import { groupPeopleMax } from '#domain/limits.ts';
import { can } from '#domain/permissions.ts';
import type { Code, Seller, Store } from '#domain/store.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { Select } from '#ui/form/select.tsx';
import { useSpokenError } from '#ui/form/use-spoken-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './order-groups.module.css';
import { openTexts } from './texts.ts';

interface OpenTableProps {
  readonly store: Store;
  readonly code: Code;
  readonly sellers: readonly Seller[];
  readonly user: Seller;
  readonly onClose: () => void;
  /** The table is open, or will be when the network is back: goes to the catalog. */
  readonly onOpened: () => void;
}

const usualPeople = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** 'Abrir mesa': seller, people, children (G-43 to G-47). */
export function OpenTable({ store, code, sellers, user, onClose, onOpened }: OpenTableProps) {
  const chooses = can('order.chooseSeller', store);
  const [people, setPeople] = useState(2);
  const [childrens, setChildrens] = useState(false);
  const [sellerId, setSellerId] = useState(chooses ? '' : String(user.id));
  const { error, tellError, clearError } = useSpokenError();
  const { sending, submit } = useSubmit();

  const open = async (): Promise<void> => {
    clearError();
    const seller = chooses ? (sellers.find((s) => String(s.id) === sellerId) ?? null) : user;
    const end = await openTable(store, { code, seller, data: { people, childrens } });
    if (end.kind === 'refused') {
      tellError(refusedText(end));
      return;
    }
    if (end.kind === 'saved') toast.show({ kind: 'info', text: openTexts.saved });
    onOpened();
  };

  return (
    <Overlay
      footer={<FormAnswers confirm={openTexts.open} form="open-table" saving={sending} onCancel={onClose} />}
      open
      size="sm"
      title={openTexts.title(code.description)}
      onClose={onClose}
    >
      <form
        className={styles['form']}
        id="open-table"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(open);
        }}
      >
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <NumberStepper label={openTexts.people} max={groupPeopleMax} min={1} value={people} onChange={setPeople} />
        <ChipRow label={openTexts.usual} wrap>
          {usualPeople.map((count) => (
            <FilterPill key={count} pressed={people === count} onToggle={() => setPeople(count)}>
              {String(count)}
            </FilterPill>
          ))}
        </ChipRow>
        <Switch checked={childrens} label={openTexts.childrens} onChange={setChildrens} />
        {chooses ? (
          <Select
            label={openTexts.seller}
            options={[
              { value: '', label: openTexts.nobody },
              ...sellers.map((s) => ({ value: String(s.id), label: s.fullname })),
            ]}
            value={sellerId}
            onChange={setSellerId}
          />
        ) : (
          <p className={styles['fact']}>
            <span>{openTexts.seller}</span>
            <b>{user.fullname}</b>
          </p>
        )}
      </form>
    </Overlay>
  );
}
