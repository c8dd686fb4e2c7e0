import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#contract/account.ts';
import { useCashbox } from '#data/cashbox/cashbox.ts';
import type { ShownState } from '#data/cashbox/cashbox.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { printAtOnce } from '#data/printing/print-at-once.ts';
import type { Store } from '#domain/store.ts';
import { instant } from '#domain/time.ts';
import { hourLabel } from '#texts/time.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { PanelListSkeleton } from '#ui/layout/panel-list.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { IconRefresh } from '#ui/icons.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './cashbox.module.css';
import { ClosePanel } from './close-panel.tsx';
import { EntriesList } from './entries-list.tsx';
import { FlowDialog } from './flow-dialog.tsx';
import { LastCashbox, LastPanel } from './last-cashbox.tsx';
import { OpenForm } from './open-form.tsx';
import { RegisterView } from './register-view.tsx';
import { SalesReportDialog } from './sales-report.tsx';
import { SettingsForm } from './settings-form.tsx';
import { cashboxTexts as texts } from './texts.ts';

interface CashboxPageProps {
  readonly store: Store;
  readonly user: User;
  /** The address shows the settings. */
  readonly settings: boolean;
  /** Changes the address: the settings are shown, or not any more. */
  readonly onSettings: (shown: boolean) => void;
  readonly onOrders: () => void;
  readonly headerActions?: ReactNode;
  /** Another feature's content above the register. */
  readonly notices?: ReactNode;
}

type Panel = 'movement' | 'close' | 'rows' | 'report' | { readonly last: number } | null;

/** 'Caja': first setup, opening, the open register, its close. */
export function CashboxPage({ store, user, settings, onSettings, onOrders, headerActions, notices }: CashboxPageProps) {
  const query = useCashbox(store);
  const online = useNetwork((n) => n.online);
  const [panel, setPanel] = useState<Panel>(null);
  const { data: state } = query;
  const missing = state === null;
  // The profile says whether one is open before the register was read, so the title stays as it is.
  const isOpen = state === undefined ? typeof store.cashbox?.id === 'number' : state?.open;
  const show = useEffectEvent(onSettings);
  // The address follows what the server says: the settings are asked for once (X-25, X-43, D-04).
  useEffect(() => {
    if (state !== undefined && settings !== missing) show(missing);
  }, [state, settings, missing]);
  const close = (): void => setPanel(null);

  return (
    <Screen>
      <ScreenHeader
        actions={
          <>
            <IconButton
              icon={<IconRefresh />}
              label={texts.reload}
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            />
            {headerActions}
          </>
        }
        title={isOpen ? texts.details : texts.title}
      />
      <ScreenBody className={styles['body']}>
        {online || state === undefined ? null : (
          <OfflineNotice>{texts.dataOf(hourLabel(instant(query.dataUpdatedAt), store.timezone))}</OfflineNotice>
        )}
        {online && query.isError && state !== undefined ? <Notice tone="error">{loading(query).problem}</Notice> : null}
        {notices}
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{texts.offlineEmpty}</OfflineNotice>}
          skeleton={<PanelListSkeleton height={220} label={texts.loading} />}
        >
          {(known) =>
            known === null ? (
              <SettingsForm store={store} onSaved={() => onSettings(false)} />
            ) : (
              <Register panel={panel} setPanel={setPanel} state={known} store={store} user={user} onOrders={onOrders} />
            )
          }
        </Loaded>
      </ScreenBody>
      {state && typeof panel === 'object' && panel !== null ? (
        <LastCashbox cashboxId={panel.last} store={store} withPayouts={state.config.payouts} onClose={close} />
      ) : null}
    </Screen>
  );
}

interface RegisterProps extends Pick<CashboxPageProps, 'store' | 'user' | 'onOrders'> {
  readonly state: ShownState;
  readonly panel: Panel;
  readonly setPanel: (panel: Panel) => void;
}

/** The open register, or the form that opens one, with the panels over it. */
function Register({ store, user, state, panel, setPanel, onOrders }: RegisterProps) {
  const { open: register, last_id: last, config } = state;
  const roomy = useMedia('(width >= 960px)');
  if (!register)
    return (
      <div className={styles['opening']}>
        <OpenForm store={store} user={user} onLast={last === null ? null : () => setPanel({ last })} />
        {roomy && last !== null ? <LastPanel cashboxId={last} store={store} withPayouts={config.payouts} /> : null}
      </div>
    );
  const close = (): void => setPanel(null);
  return (
    <>
      <RegisterView
        register={register}
        state={state}
        store={store}
        onClose={() => setPanel('close')}
        onMovement={() => setPanel('movement')}
        onReport={() => setPanel('report')}
        onRows={() => setPanel('rows')}
      />
      {panel === 'movement' ? <FlowDialog register={register} store={store} user={user} onClose={close} /> : null}
      {panel === 'close' ? (
        <ClosePanel
          register={register}
          store={store}
          unfinished={state.unfinished}
          user={user}
          onClose={close}
          onClosed={(closed) => {
            setPanel(closed ? { last: closed.id } : null);
            if (closed)
              printAtOnce(store.id, 'cashbox', { paper: 'cashbox', register: closed, withPayouts: config.payouts });
          }}
          onOrders={onOrders}
        />
      ) : null}
      {panel === 'report' ? <SalesReportDialog cashboxId={register.id} store={store} onClose={close} /> : null}
      {panel === 'rows' ? <EntriesList cashboxId={register.id} store={store} onClose={close} /> : null}
    </>
  );
}
