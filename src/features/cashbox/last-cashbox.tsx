import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closedCashboxQuery, devicesQuery } from '#data/cashbox/cashbox.ts';
import { loading } from '#data/device/loading.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import type { Cashbox } from '#domain/cashbox.ts';
import { runningFlows } from '#domain/cashbox.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { formatMoney, subtract } from '#domain/money.ts';
import { awaited } from '#domain/outbox-balance.ts';
import type { Store } from '#domain/store.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { differenceText } from '#texts/register.ts';
import { whenLabel } from '#texts/time.ts';
import { reportTexts } from '#texts/sales-report.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { PanelListSkeleton } from '#ui/layout/panel-list.tsx';
import { IconPrinter, IconReceipt } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './cashbox.module.css';
import { FactRow } from './facts.tsx';
import { DevicesSummary } from './devices-balance.tsx';
import { BalanceFacts, MethodTable } from './register-view.tsx';
import { SalesReportDialog } from './sales-report.tsx';
import { cashboxTexts, closedTexts as texts, openingTexts } from './texts.ts';

interface LastCashboxProps {
  readonly store: Store;
  readonly cashboxId: number;
  readonly withPayouts: boolean;
  readonly onClose: () => void;
}

/** 'Última caja': what a closed register was, on screen and on paper. */
export function LastCashbox({ store, cashboxId, withPayouts, onClose }: LastCashboxProps) {
  const query = useQuery(closedCashboxQuery(store, cashboxId));
  const online = useNetwork((n) => n.online);
  const register = query.data ?? null;
  const state = loading(query);
  const isLoading = query.data === undefined && online && !state.hasFailed;
  const [report, setReport] = useState(false);
  if (report) return <SalesReportDialog cashboxId={cashboxId} store={store} onClose={() => setReport(false)} />;
  return (
    <Overlay
      footer={
        <div className={styles['answers']}>
          <Button variant="secondary" onClick={onClose}>
            {texts.close}
          </Button>
          <Button icon={<IconReceipt size={22} />} variant="secondary" onClick={() => setReport(true)}>
            {reportTexts.z}
          </Button>
          {register || isLoading ? (
            <Button
              disabledReason={register ? undefined : texts.loading}
              icon={<IconPrinter size={22} />}
              onClick={() => register && askForPaper({ paper: 'cashbox', register, withPayouts })}
            >
              {texts.print}
            </Button>
          ) : null}
        </div>
      }
      open
      size="md"
      title={openingTexts.last}
      onClose={onClose}
    >
      <Loaded
        {...state}
        offline={online ? null : <OfflineNotice>{cashboxTexts.offlineEmpty}</OfflineNotice>}
        skeleton={<PanelListSkeleton height={140} label={texts.loading} />}
      >
        {(closed) =>
          closed ? (
            <ClosedCashbox register={closed} store={store} withPayouts={withPayouts} />
          ) : (
            <EmptyState icon={<IconReceipt size={32} />} title={cashboxTexts.noMovements} />
          )
        }
      </Loaded>
    </Overlay>
  );
}

/** The last closed register beside the form that opens the next one. Nothing without a network. */
export function LastPanel({ store, cashboxId, withPayouts }: Omit<LastCashboxProps, 'onClose'>) {
  const { data } = useQuery(closedCashboxQuery(store, cashboxId));
  if (!data) return null;
  return (
    <Panel title={openingTexts.last}>
      <ClosedCashbox register={data} store={store} withPayouts={withPayouts} />
    </Panel>
  );
}

interface ClosedCashboxProps {
  readonly store: Store;
  readonly register: Cashbox;
  readonly withPayouts: boolean;
}

/** A closed register: its sums, what was counted, payments by method, and movements. */
function ClosedCashbox({ store, register, withPayouts }: ClosedCashboxProps) {
  const now = useNow(kanbanTimerMs);
  const { currency, timezone } = store;
  const { counted, expected, closed_at: closedAt, closed_by: closedBy } = register;
  const { data: devices } = useQuery({ ...devicesQuery(store, register.id), staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className={styles['form']}>
      <dl className={styles['facts']}>
        <FactRow
          name={cashboxTexts.opened}
          value={cashboxTexts.openedBy(register.opened_by, whenLabel(register.opened_at, now, timezone))}
        />
        {closedAt === null || closedBy === null ? null : (
          <FactRow name={texts.closed} value={cashboxTexts.openedBy(closedBy, whenLabel(closedAt, now, timezone))} />
        )}
      </dl>
      <BalanceFacts balance={register.balance} currency={currency} withPayouts={withPayouts} />
      <dl className={styles['facts']}>
        {counted === null || expected === null ? null : (
          <>
            <FactRow name={texts.counted} value={formatMoney(counted, currency)} />
            <FactRow name={texts.difference} value={differenceText(subtract(counted, expected), currency)} />
          </>
        )}
        {register.difference_reason === null ? null : (
          <FactRow name={texts.reason} value={register.difference_reason} />
        )}
        {register.observations === null ? null : <FactRow name={texts.observations} value={register.observations} />}
      </dl>
      {devices ? <DevicesSummary balance={devices} store={store} waiting={awaited(devices)} /> : null}
      <MethodTable balance={register.balance} store={store} />
      {register.flows.length === 0 ? null : (
        <dl className={styles['facts']}>
          {runningFlows(register.flows).map(({ flow }) => (
            <FactRow
              key={flow.id}
              name={[flowTypeTexts[flow.type], flow.description].filter((t) => t !== null).join(' · ')}
              value={formatMoney(flow.amount, currency)}
            />
          ))}
        </dl>
      )}
    </div>
  );
}
