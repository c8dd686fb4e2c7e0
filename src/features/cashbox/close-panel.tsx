import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { ShownCashbox } from '#data/cashbox/cashbox.ts';
import { closeCashbox, countCashbox, otherCloser } from '#data/cashbox/cashbox.ts';
import { useNetwork } from '#data/device/device.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import type { Cashbox } from '#domain/cashbox.ts';
import { countedProblem, isCounted, piecesTotal } from '#domain/cash-count.ts';
import { cashboxTextMaxChars } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney, subtract } from '#domain/money.ts';
import type { DeviceBalance } from '#domain/outbox-balance.ts';
import type { Store } from '#domain/store.ts';
import { differenceText } from '#texts/register.ts';
import { hourLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { IconCoins, IconEdit } from '#ui/icons.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AmountField, amountWords, typedAmount } from './amount-field.tsx';
import styles from './cashbox.module.css';
import { DevicesBalance, useWatchedDevices } from './devices-balance.tsx';
import { Fact } from './facts.tsx';
import { FlowDialog } from './flow-dialog.tsx';
import { PiecesCounter } from './pieces-counter.tsx';
import { RefusalList } from './refusal-list.tsx';
import { cashboxTexts, closingTexts as texts, devicesTexts, unfinishedText } from './texts.ts';
import { useFormRefusals } from './use-form-refusals.ts';

interface ClosePanelProps {
  readonly store: Store;
  readonly user: Pick<User, 'fullname'>;
  readonly register: ShownCashbox;
  readonly unfinished: number;
  readonly onOrders: () => void;
  readonly onClosed: (register: Cashbox | null) => void;
  readonly onClose: () => void;
}

/** 'Cerrar caja'. Online only. */
export function ClosePanel({ store, user, register, unfinished, onOrders, onClosed, onClose }: ClosePanelProps) {
  const { currency } = store;
  const form = `close ${register.id}`;
  const [typed, setTyped] = useTyped(`${form} amount`, '', isText);
  const [pieces, setPieces] = useTyped(`${form} pieces`, null, isCounted);
  const [reason, setReason] = useTyped(`${form} reason`, '', isText);
  const [observations, setObservations] = useTyped(`${form} observations`, '', isText);
  const [told, setTold] = useState(false);
  /** With the sums that the server keeps back until something was counted. */
  const [compared, setCompared] = useState<Cashbox | null>(null);
  const [asking, setAsking] = useState(false);
  /** A movement is recorded over the panel, which keeps what was counted. */
  const [moving, setMoving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const online = useNetwork((n) => n.online);
  const { sentences, refuse, doubt, forget } = useFormRefusals();
  const { sending, submit } = useSubmit((error) => {
    setAsking(false);
    const other = otherCloser(error);
    if (other === null) return refuse(error);
    toast.show({ kind: 'warning', text: texts.closedBy(other.by, hourLabel(other.at, store.timezone)) });
    onClosed(null);
  });
  const amount = pieces ? piecesTotal(pieces, currency) : typedAmount(typed, currency);
  const words = amountWords(amount, countedProblem);
  const counted = words === undefined && amount !== null && amount !== undefined ? amount : null;
  const { calculated } = (compared ?? register).balance;
  const watched = useWatchedDevices(store, register.id);

  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (counted === null) return field.current?.focus();
    forget();
    if (calculated !== null && compared === null) return setAsking(true);
    // Sales go on: sums that were kept back are read again before the question, and a new difference is shown first.
    void submit(async () => {
      const now = await countCashbox(store, register.id, counted);
      setCompared(now);
      if (compared !== null && now?.balance.calculated === calculated) setAsking(true);
    });
  };
  const differs = counted !== null && calculated !== null && counted !== calculated;
  const close = (final: Money): void =>
    void submit(async () => {
      forget();
      const closing = { amount: final, pieces, reason: differs ? reason : '', observations };
      const closed = await closeCashbox(store, register.id, closing, () => {
        setAsking(false);
        doubt();
      });
      setAsking(false);
      toast.show({ kind: 'success', text: texts.closed });
      onClosed(closed);
    });

  return (
    <Drawer
      dirty={typed !== '' || pieces !== null || observations !== ''}
      footer={
        <div className={styles['answers']}>
          <Button variant="secondary" onClick={() => setMoving(true)}>
            {cashboxTexts.movement}
          </Button>
          <Button
            disabledReason={online ? undefined : cashboxTexts.needsNetwork}
            form="close-cashbox"
            loading={sending && !asking}
            type="submit"
          >
            {calculated === null ? texts.compare : texts.close}
          </Button>
        </div>
      }
      open
      title={texts.title}
      onClose={onClose}
    >
      <form className={styles['form']} id="close-cashbox" noValidate onSubmit={ask}>
        <Fact name={cashboxTexts.manager} value={user.fullname} />
        <Fact
          name={texts.suggested}
          value={calculated === null ? cashboxTexts.hiddenUntilCounted : formatMoney(calculated, currency)}
        />
        <DevicesBalance store={store} watched={watched} />
        {pieces ? (
          <PiecesCounter pieces={pieces} store={store} onChange={setPieces} />
        ) : (
          <AmountField
            currency={currency}
            error={told ? words : undefined}
            field={field}
            label={texts.final}
            typed={typed}
            onTyped={setTyped}
          />
        )}
        <Button
          icon={pieces ? <IconEdit size={22} /> : <IconCoins size={22} />}
          variant="secondary"
          onClick={() => setPieces(pieces ? null : {})}
        >
          {pieces ? texts.countHide : texts.count}
        </Button>
        <p className={styles['difference']} role="status">
          {counted === null || calculated === null ? '' : differenceText(subtract(counted, calculated), currency)}
        </p>
        {differs ? (
          <TextArea label={texts.reason} maxLength={cashboxTextMaxChars} rows={2} value={reason} onChange={setReason} />
        ) : null}
        <TextArea
          label={texts.observations}
          maxLength={cashboxTextMaxChars}
          rows={2}
          value={observations}
          onChange={setObservations}
        />
        <RefusalList sentences={sentences} />
      </form>
      <CloseQuestion
        loading={sending}
        open={asking}
        unfinished={unfinished}
        waiting={watched.waiting}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          if (counted !== null) close(counted);
        }}
        onOrders={onOrders}
      />
      {moving ? <FlowDialog register={register} store={store} user={user} onClose={() => setMoving(false)} /> : null}
    </Drawer>
  );
}

interface CloseQuestionProps {
  readonly open: boolean;
  readonly loading: boolean;
  readonly unfinished: number;
  readonly waiting: readonly DeviceBalance[];
  readonly onOrders: () => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** 'Realmente desea cerrar la caja?', with what the close leaves behind: unfinished orders, devices that still hold something. */
function CloseQuestion({ open, loading, unfinished, waiting, onOrders, onConfirm, onCancel }: CloseQuestionProps) {
  const orders = unfinishedText(unfinished);
  const calm = waiting.length === 0;
  return (
    <ConfirmDialog
      confirmLabel={calm ? texts.confirm : texts.anyway}
      loading={loading}
      open={open}
      text={
        orders === null && calm ? undefined : (
          <>
            {orders === null ? null : (
              <>
                <p>{orders}</p>
                <Button variant="ghost" onClick={onOrders}>
                  {texts.see}
                </Button>
              </>
            )}
            {calm ? null : (
              <p>
                {devicesTexts.waits(waiting.map(devicesTexts.device))} {devicesTexts.later}
              </p>
            )}
          </>
        )
      }
      title={texts.ask}
      tone="primary"
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
