import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import type { PastDay } from '#contract/wire/past-days.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { pastDayQuery } from '#data/past-days/past-days.ts';
import { kanbanTimerMs, pastOrdersMax } from '#domain/limits.ts';
import {
  boardAt,
  boardLoad,
  busiestMoment,
  dayOf,
  lastMoment,
  loadSpanMs,
  registerAt,
  spanOfDay,
} from '#domain/past-day.ts';
import type { Store } from '#domain/store.ts';
import { addDays, instant, type Instant } from '#domain/time.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconChevronLeft, IconChevronRight, IconClock } from '#ui/icons.tsx';
import { PanelListSkeleton } from '#ui/layout/panel-list.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { changesOfDay } from './changes-of-day.ts';
import { ChangesThen } from './changes-then.tsx';
import { BoardOfThen } from './board-of-then.tsx';
import { MomentSlider } from './moment-slider.tsx';
import styles from './past-days.module.css';
import { RegisterOfThen } from './register-of-then.tsx';
import { pastTexts as texts } from './texts.ts';

interface PastDayPageProps {
  readonly store: Store;
  /** 'YYYY-MM-DD', as the address says it; null: today. */
  readonly day: string | null;
  readonly onDay: (day: string) => void;
  /** A link, before the title. */
  readonly back: ReactNode;
  readonly headerActions?: ReactNode;
}

/** «Repaso de un día»: the board and the register as they were at any moment, and who did what. */
export function PastDayPage({ store, day: asked, onDay, back, headerActions }: PastDayPageProps) {
  const now = useNow(kanbanTimerMs);
  const today = dayOf(now, store.timezone);
  const day = asked ?? today;
  const known = day <= today && spanOfDay(day, store.timezone) !== null;
  const query = useQuery({ ...pastDayQuery(store, day), enabled: known });
  const online = useNetwork((n) => n.online);
  return (
    <Screen>
      <ScreenHeader actions={headerActions} start={back} title={texts.title} />
      <ScreenBody className={styles['page']}>
        <div className={styles['days']}>
          <IconButton
            disabled={!known}
            icon={<IconChevronLeft />}
            label={texts.before}
            onClick={() => onDay(addDays(day, -1))}
          />
          <TextField
            error={known ? undefined : texts.noDay}
            hint={texts.dayHint}
            label={texts.day}
            max={today}
            type="date"
            value={day}
            onChange={onDay}
          />
          <IconButton
            disabled={!known || day === today}
            icon={<IconChevronRight />}
            label={texts.after}
            onClick={() => onDay(addDays(day, 1))}
          />
        </div>
        {known ? (
          <Loaded
            {...loading(query)}
            offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
            skeleton={<PanelListSkeleton height={160} label={texts.loading} />}
          >
            {(found) => <ShownDay key={day} day={found} now={now} store={store} />}
          </Loaded>
        ) : null}
      </ScreenBody>
    </Screen>
  );
}

interface ShownDayProps {
  readonly day: PastDay;
  readonly store: Store;
  readonly now: Instant;
}

function ShownDay({ day, store, now }: ShownDayProps) {
  const { from, orders, registers, complete } = day;
  const span = Math.floor(now / loadSpanMs);
  const load = useMemo(() => boardLoad(day.orders, { ...day, now: instant(span * loadSpanMs) }), [day, span]);
  const changes = useMemo(() => changesOfDay(day, store), [day, store]);
  const to = lastMoment(day, now, changes);
  const [chosen, setChosen] = useState<Instant | null>(null);
  if (orders.length === 0 && registers.length === 0)
    return <EmptyState icon={<IconClock size={32} />} title={texts.empty} />;
  // A day that goes on begins with the present, an ended one with its fullest moment.
  const at = chosen ?? (now < day.to ? to : (busiestMoment(load, from) ?? to));
  const board = boardAt(orders, at);
  return (
    <>
      {complete ? null : <Notice tone="warning">{texts.partial(pastOrdersMax.toLocaleString('es-AR'))}</Notice>}
      <MomentSlider
        at={at}
        changes={changes}
        from={from}
        load={load}
        to={to}
        zone={store.timezone}
        onMoment={setChosen}
      />
      <div className={styles['parts']}>
        <BoardOfThen at={at} board={board} store={store} />
        <div className={styles['side']}>
          <RegisterOfThen now={at} store={store} then={registerAt(registers, at)} />
          <ChangesThen at={at} changes={changes} zone={store.timezone} />
        </div>
      </div>
    </>
  );
}
