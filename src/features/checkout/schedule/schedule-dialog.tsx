import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { orderingQueries } from '#data/cart/ordering.ts';
import type { Cart } from '#domain/cart.ts';
import type { OrderWhen } from '#domain/order.ts';
import { slotText } from '#domain/schedule.ts';
import type { ScheduleOption } from '#domain/schedule-choice.ts';
import { chosenSchedule } from '#domain/schedule-choice.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconCalendar } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './schedule.module.css';
import { whenTexts } from './texts.ts';

interface ScheduleDialogProps {
  readonly cart: Pick<Cart, 'type' | 'when' | 'address'>;
  readonly storeId: number;
  readonly onChoose: (when: Extract<OrderWhen, { option: 'scheduled' }>) => void;
  /** null where the store has no immediate service. */
  readonly onSoonest: (() => void) | null;
  readonly onClose: () => void;
}

/** 'Programar pedido': a day, then one of its hours (K-34 to K-40, K-86). */
export function ScheduleDialog({ cart, storeId, onChoose, onSoonest, onClose }: ScheduleDialogProps) {
  const chosen = cart.when?.option === 'scheduled' ? cart.when : null;
  const [date, setDate] = useState(chosen?.date ?? null);
  const [hour, setHour] = useState(chosen?.hour ?? null);
  const [told, setTold] = useState<'day' | 'hour' | null>(null);
  const days = useRef<HTMLDivElement>(null);
  const query = useQuery(orderingQueries.schedule(storeId, cart.type, cart.address?.geolocation ?? null));
  const online = useNetwork((n) => n.online);
  const options = query.data ?? [];
  const choice = chosenSchedule(options, date, hour);

  const select = (event: FormEvent): void => {
    event.preventDefault();
    if (choice.ok) return onChoose(choice.when);
    setTold(choice.missing);
    announce(choice.missing === 'day' ? whenTexts.noDay : whenTexts.noHour, 'assertive');
    days.current?.querySelector<HTMLElement>(`[data-part='${choice.missing}'] input`)?.focus();
  };

  return (
    <Overlay
      dirty={date !== (chosen?.date ?? null) || hour !== (chosen?.hour ?? null)}
      footer={
        <div className={styles['answers']}>
          {onSoonest ? (
            <Button variant="secondary" onClick={onSoonest}>
              {whenTexts.soonest}
            </Button>
          ) : null}
          <Button disabled={options.length === 0} form="schedule" type="submit">
            {whenTexts.select}
          </Button>
        </div>
      }
      open
      size="lg"
      title={whenTexts.panel}
      onClose={onClose}
    >
      <Loaded {...loading(query)} offline={online ? null : <Empty title={whenTexts.offline} />} skeleton={<Shapes />}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={online ? whenTexts.noOptions : whenTexts.offline} />
          ) : (
            <form className={styles['form']} id="schedule" noValidate onSubmit={select}>
              <div ref={days} className={styles['columns']}>
                <div data-part="day">
                  <RadioCards
                    error={told === 'day' && !choice.ok && choice.missing === 'day' ? whenTexts.noDay : undefined}
                    label={whenTexts.day}
                    options={found.map((o) => ({ value: o.date, label: o.date_for_humans }))}
                    value={date}
                    onChange={(next) => {
                      setDate(next);
                      // The hours depend on the day (K-37).
                      setHour(null);
                    }}
                  />
                </div>
                <Hours
                  day={found.find((o) => o.date === date) ?? null}
                  error={told !== null && !choice.ok && choice.missing === 'hour' ? whenTexts.noHour : undefined}
                  hour={hour}
                  onChange={setHour}
                />
              </div>
            </form>
          )
        }
      </Loaded>
    </Overlay>
  );
}

interface HoursProps {
  readonly day: ScheduleOption | null;
  readonly hour: string | null;
  readonly error: string | undefined;
  readonly onChange: (hour: string) => void;
}

function Hours({ day, hour, error, onChange }: HoursProps) {
  return (
    <div data-part="hour">
      {day ? (
        <RadioCards
          error={error}
          label={whenTexts.hour}
          layout="grid"
          options={day.hours.map((h) => ({ value: slotText(h), label: whenTexts.hours(h.from, h.to) }))}
          value={hour}
          onChange={onChange}
        />
      ) : (
        <p className={styles['quiet']}>{whenTexts.chooseDayFirst}</p>
      )}
    </div>
  );
}

const Empty = ({ title }: { readonly title: string }) => <EmptyState icon={<IconCalendar size={32} />} title={title} />;

function Shapes() {
  return (
    <SkeletonGroup className={styles['columns']}>
      {['day', 'hour'].map((column) => (
        <div key={column} className={styles['shapes']}>
          {['a', 'b', 'c', 'd'].map((line) => (
            <Skeleton key={line} height={56} radius={12} />
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}
