import type { Ref } from 'react';
import { lazy, Suspense, useState } from 'react';
import { changeCart } from '#data/cart/cart-store.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useNow } from '#data/device/device.ts';
import type { Cart } from '#domain/cart.ts';
import type { Store, When } from '#domain/store.ts';
import { customerImmediateServices, immediateServices, scheduledServices } from '#domain/store.ts';
import { orderTakingTexts } from '#texts/order-taking.ts';
import { newOrderEstimate } from '#texts/estimates.ts';
import { Button } from '#ui/action/button.tsx';
import type { RadioOption } from '#ui/form/radio-cards.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconCalendar, IconClock } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { whenTexts } from './texts.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./schedule-dialog.tsx'), tellMissing)).ScheduleDialog,
}));

const refreshMs = 15_000;

interface WhenBlockProps {
  readonly cart: Cart;
  readonly store: Store;
  readonly ref: Ref<HTMLElement>;
}

/**
 * 'Tiempo de entrega': immediate, with the hour or window of the store's delay, or scheduled (K-33, K-61, K-81, K-83).
 */
export function WhenBlock({ cart, store, ref }: WhenBlockProps) {
  const [scheduling, setScheduling] = useState(false);
  const now = useNow(refreshMs);
  const { when, type } = cart;
  const offered = cart.byCustomer ? customerImmediateServices(store) : immediateServices(store);
  const immediate = offered.includes(type) || when?.option === 'immediate';
  const scheduled = scheduledServices(store).includes(type) || when?.option === 'scheduled';
  const options: RadioOption<When>[] = [
    ...(immediate
      ? [
          {
            value: 'immediate',
            label: orderTakingTexts.immediate,
            hint: newOrderEstimate(type, now, store),
            icon: <IconClock size={22} />,
          } as const,
        ]
      : []),
    ...(scheduled
      ? [
          {
            value: 'scheduled',
            label: whenTexts.schedule,
            hint: when?.option === 'scheduled' ? when.description : whenTexts.chooseTime,
            icon: <IconCalendar size={22} />,
          } as const,
        ]
      : []),
  ];
  const choose = (option: When): void => {
    if (option === 'scheduled') setScheduling(true);
    else changeCart((c) => ({ ...c, when: { option } }));
  };

  return (
    <Panel ref={ref} tabIndex={-1} title={whenTexts.title}>
      {options.length === 0 ? (
        <p>{whenTexts.noOptions}</p>
      ) : (
        <RadioCards
          hideLabel
          label={whenTexts.title}
          options={options}
          value={when?.option ?? null}
          onChange={choose}
        />
      )}
      {when?.option === 'scheduled' ? (
        <Button icon={<IconCalendar size={20} />} size="sm" variant="secondary" onClick={() => setScheduling(true)}>
          {whenTexts.change}
        </Button>
      ) : null}
      <Suspense>
        {scheduling ? (
          <ScheduleDialog
            cart={cart}
            storeId={store.id}
            onChoose={(chosen) => {
              changeCart((c) => ({ ...c, when: chosen }));
              setScheduling(false);
            }}
            onClose={() => setScheduling(false)}
            onSoonest={
              immediate
                ? () => {
                    changeCart((c) => ({ ...c, when: { option: 'immediate' } }));
                    setScheduling(false);
                  }
                : null
            }
          />
        ) : null}
      </Suspense>
    </Panel>
  );
}
