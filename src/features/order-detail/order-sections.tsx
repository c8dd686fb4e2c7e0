import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { orderingQueries } from '#data/cart/ordering.ts';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { actionsAt } from '#data/orders/order-action.ts';
import { staticMapPx } from '#domain/limits.ts';
import { formatMoney, money, subtract } from '#domain/money.ts';
import type { Address, Order, OrderCustomer, PaymentRow } from '#domain/order.ts';
import { shippingProgress } from '#domain/order-progress.ts';
import { paymentState } from '#domain/payments.ts';
import { confidencePercent, paymentsGap } from '#domain/order-money.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { paymentStateLabels, shippingLabels } from '#texts/order-details.ts';
import { orderEstimate } from '#texts/estimates.ts';
import { whenLabel } from '#texts/time.ts';
import { Button, buttonClass } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { IconMapPin, IconMessage, IconPhone } from '#ui/icons.tsx';
import { Block } from './block.tsx';
import styles from './order-detail.module.css';
import {
  callLink,
  chatLink,
  confidenceTone,
  directionsLink,
  promocodeOf,
  rejectionText,
  staticMapUrl,
} from './order-facts.ts';
import { detailTexts } from './texts.ts';

/** Customer, address, times and delivery progress (B-50, B-52, B-53, B-56, B-71). */
export function People({ order, store, now }: { readonly order: Order; readonly store: Store; readonly now: Instant }) {
  const { timezone: zone } = store;
  const { user, seller, phone, address, shipping } = order;
  const names = [...new Set([user?.fullname, order.description])].filter(Boolean).join(' · ');
  const rejection = rejectionText(order);
  const chat = phone === null ? null : chatLink(phone);
  return (
    <>
      {rejection === null ? null : (
        <Notice tone="error">
          <b>{detailTexts.rejected}</b>
          <p>{rejection}</p>
        </Notice>
      )}
      {names || phone ? (
        <Block title={detailTexts.customer}>
          {names ? <p className={styles['name']}>{names}</p> : null}
          {user ? <Confidence user={user} /> : null}
          {phone ? (
            <div className={styles['links']}>
              <a className={buttonClass({ variant: 'secondary', size: 'sm' })} href={callLink(phone)}>
                <Linked icon={<IconPhone size={22} />}>{phone}</Linked>
              </a>
              {chat ? (
                <a
                  className={buttonClass({ variant: 'secondary', size: 'sm' })}
                  href={chat}
                  rel="noreferrer"
                  target="_blank"
                >
                  <Linked icon={<IconMessage size={22} />}>{detailTexts.chat}</Linked>
                </a>
              ) : null}
            </div>
          ) : null}
        </Block>
      ) : null}
      {address ? (
        <Block title={detailTexts.address}>
          <p>{[address.address_line_1, address.address_line_2].filter(Boolean).join(', ')}</p>
          <MapPicture geolocation={address.geolocation} />
          <a
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            href={directionsLink(address.geolocation)}
            rel="noreferrer"
            target="_blank"
          >
            <Linked icon={<IconMapPin size={22} />}>{detailTexts.directions}</Linked>
          </a>
        </Block>
      ) : null}
      {shipping ? (
        <Block title={detailTexts.tracking}>
          <ProgressBar
            label={shippingLabels[shipping.status]}
            tone={shippingProgress[shipping.status] === 0 ? 'danger' : 'preparation'}
            value={shippingProgress[shipping.status]}
          />
          {shipping.rider ? <p className={styles['quiet']}>{detailTexts.rider(shipping.rider.name)}</p> : null}
        </Block>
      ) : null}
      <Block title={detailTexts.times}>
        <dl className={styles['facts']}>
          <Fact name={detailTexts.created} value={whenLabel(order.created_at, now, zone)} />
          {order.is_scheduled && order.ready_by !== null ? (
            <Fact name={detailTexts.scheduled} value={whenLabel(order.ready_by, now, zone)} />
          ) : null}
          <Fact name={detailTexts.ready} value={orderEstimate(order, store)} />
          {seller ? <Fact name={detailTexts.seller} value={seller.fullname} /> : null}
        </dl>
      </Block>
    </>
  );
}

/** The customer's trust score and the orders behind it (A-54, A-55, B-79). */
function Confidence({ user }: { readonly user: OrderCustomer }) {
  const { confidence, orders_resume: resume } = user;
  return (
    <div className={styles['confidence']}>
      <ProgressBar
        label={`${detailTexts.confidence}: ${detailTexts.confidenceValue(confidence)}`}
        tone={confidenceTone(confidence)}
        value={confidencePercent(confidence)}
      />
      {resume ? (
        <p className={styles['quiet']}>{detailTexts.resume(resume.success.count, resume.false_order.count)}</p>
      ) : null}
    </div>
  );
}

/** The static map of the place; a plain card with a pin without a Maps key, and when the map fails to load (B-51, N-30). */
function MapPicture({ geolocation }: Pick<Address, 'geolocation'>) {
  const { data: key = null } = useQuery(orderingQueries.mapsKey());
  const [failed, setFailed] = useState<string | null>(null);
  const url = key === null ? null : staticMapUrl(geolocation, key);
  if (url === null || failed === url)
    return (
      <div aria-label={detailTexts.pin} className={styles['pin']} role="img">
        <IconMapPin size={28} />
      </div>
    );
  const { width, height } = staticMapPx;
  return (
    <img
      alt={detailTexts.map}
      className={styles['map']}
      height={height}
      loading="lazy"
      src={url}
      width={width}
      onError={() => setFailed(url)}
    />
  );
}

function Linked({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles['linked']}>
      {icon}
      {children}
    </span>
  );
}

function Fact({
  name,
  value,
  strong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly strong?: boolean;
}) {
  return (
    <div className={cx(styles['fact'], strong && styles['strong'])}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface MoneyProps {
  readonly order: Order;
  readonly store: Store;
  readonly actions: readonly OrderAction[];
  readonly onAction: OnAction;
  /** Below the payments. */
  readonly children?: ReactNode;
}

/** Payments and total (B-55, B-66), with a warning when the payments do not match the total (N-26). */
export function MoneySection({ order, store, actions, onAction, children }: MoneyProps) {
  const amount = (value: Parameters<typeof formatMoney>[0]): string => formatMoney(value, store.currency);
  const promocode = promocodeOf(order);
  const { price_difference: difference } = order;
  const gap = paymentsGap(order);
  const [change] = actionsAt(actions, 'payments', order, store).others;
  return (
    <>
      <Block
        action={
          change ? (
            <Button
              aria-label={detailTexts.changePaymentsName}
              icon={change.icon}
              size="sm"
              variant="ghost"
              onClick={() => void onAction(change, order)}
            >
              {change.label(order)}
            </Button>
          ) : undefined
        }
        title={detailTexts.payments}
      >
        {order.payments.length === 0 ? <p className={styles['quiet']}>{detailTexts.noPayments}</p> : null}
        <ul className={styles['payments']}>
          {order.payments.map((payment, index) => (
            <li key={payment.id ?? index} className={styles['fact']}>
              <span>
                {paymentMethodLabel(payment.method, store.payment_methods)}
                <span className={styles['paymentNote']}>{paymentNote(payment, order.status, amount)}</span>
              </span>
              <span>{amount(payment.amount)}</span>
            </li>
          ))}
        </ul>
        {children}
      </Block>
      <dl className={styles['facts']}>
        <Fact name={detailTexts.subtotal} value={amount(order.subtotal)} />
        {order.discount > 0 ? (
          <Fact
            name={promocode === null ? detailTexts.discount : detailTexts.promocode(promocode)}
            value={`-${amount(order.discount)}`}
          />
        ) : null}
        {order.type === 'DELIVERY' || order.delivery_amount > 0 ? (
          <Fact name={detailTexts.delivery} value={amount(order.delivery_amount)} />
        ) : null}
        <Fact strong name={detailTexts.total} value={amount(order.total)} />
      </dl>
      {gap === null ? null : <Notice tone="warning">{detailTexts.gap(gap < 0, amount(money(Math.abs(gap))))}</Notice>}
      {difference === null ? null : (
        <Notice tone="warning">
          {order.money_rev > 1
            ? detailTexts.differenceOnce(amount(difference))
            : detailTexts.difference(amount(order.total), amount(subtract(order.total, difference)))}
        </Notice>
      )}
    </>
  );
}

/** 'A cobrar · Paga con $ 2.000,00 · Vuelto $ 100,00': the state of a payment, and the cash handed over. */
function paymentNote(payment: PaymentRow, order: Order['status'], write: (m: PaymentRow['amount']) => string): string {
  const { method, type, value, amount } = payment;
  const state = paymentState(payment, order);
  const cash = method === 'cash' && type === 'other' && value !== null;
  return [
    ...(state === null || state === 'PENDING' ? [] : [paymentStateLabels[state]]),
    ...(cash ? [detailTexts.paysWith(write(value)), detailTexts.change(write(subtract(value, amount)))] : []),
  ].join(' · ');
}
