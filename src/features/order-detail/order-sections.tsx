import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { orderingQueries } from '#data/ordering.ts';
import { staticMapPx } from '#domain/limits.ts';
import { formatMoney, subtract } from '#domain/money.ts';
import type { Address, Order, PaymentRow } from '#domain/order.ts';
import { shippingProgress } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { paymentMethodLabel, paymentStatusLabels, shippingLabels } from '#texts/order.ts';
import { orderEstimate, whenLabel } from '#texts/time.ts';
import { buttonClass } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import type { Tone } from '#ui/feedback/badge.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { IconMapPin, IconMessage, IconPhone } from '#ui/icons.tsx';
import styles from './order-detail.module.css';
import {
  callLink,
  chatLink,
  detailLines,
  directionsLink,
  promocodeOf,
  rejectionText,
  staticMapUrl,
} from './order-facts.ts';
import { detailTexts } from './texts.ts';

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={styles['block']}>
      <h3 className={styles['blockTitle']}>{title}</h3>
      {children}
    </section>
  );
}

/** Lines with their options indented, and what was asked for besides (B-54). */
export function Products({ order, store }: { readonly order: Order; readonly store: Store }) {
  const lines = detailLines(order);
  return (
    <div className={styles['half']}>
      {order.comments ? (
        <Block title={detailTexts.comments}>
          <p className={styles['comments']}>{order.comments}</p>
        </Block>
      ) : null}
      <Block title={detailTexts.products}>
        {lines.length === 0 ? <p className={styles['quiet']}>{detailTexts.noProducts}</p> : null}
        <ul className={styles['lines']}>
          {lines.map((line) => (
            <li key={line.key}>
              <div className={styles['line']}>
                <span>
                  <b>{line.quantity}</b> {line.name}
                </span>
                <span>{formatMoney(line.price, store.currency)}</span>
              </div>
              {line.additionals.length > 0 || line.comments ? (
                <ul className={styles['notes']}>
                  {line.additionals.map((a) => (
                    <li key={a.key}>{a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name}</li>
                  ))}
                  {line.comments ? <li>{line.comments}</li> : null}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
      </Block>
    </div>
  );
}

const confidenceTone = (value: number): Tone => (value >= 7 ? 'ready' : value >= 5 ? 'late' : 'danger');

/** Who, where, when, and how the delivery is going (B-50, B-52, B-53, B-56, B-71). */
export function People({ order, zone, now }: { readonly order: Order; readonly zone: string; readonly now: Instant }) {
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
          {user ? (
            <ProgressBar
              label={`${detailTexts.confidence}: ${detailTexts.confidenceValue(user.confidence)}`}
              tone={confidenceTone(user.confidence)}
              value={user.confidence * 10}
            />
          ) : null}
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
          <Fact name={detailTexts.ready} value={orderEstimate(order, zone)} />
          {seller ? <Fact name={detailTexts.seller} value={seller.fullname} /> : null}
        </dl>
      </Block>
    </>
  );
}

/** Only with a key of the installation, and as long as the picture loads: the words and the way there stay without it. */
function MapPicture({ geolocation }: Pick<Address, 'geolocation'>) {
  const { data: key = null } = useQuery(orderingQueries.mapsKey());
  const [failed, setFailed] = useState<string | null>(null);
  if (key === null) return null;
  const url = staticMapUrl(geolocation, key);
  if (failed === url) return null;
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

/** How it is paid, and what it adds up to (B-55). */
export function Money({ order, store }: { readonly order: Order; readonly store: Store }) {
  const amount = (value: Parameters<typeof formatMoney>[0]): string => formatMoney(value, store.currency);
  const promocode = promocodeOf(order);
  const { price_difference: difference } = order;
  return (
    <>
      <Block title={detailTexts.payments}>
        {order.payments.length === 0 ? <p className={styles['quiet']}>{detailTexts.noPayments}</p> : null}
        <ul className={styles['payments']}>
          {order.payments.map((payment, index) => (
            <li key={payment.id ?? index} className={styles['fact']}>
              <span>
                {paymentMethodLabel(payment.method, store.payment_methods)}
                <span className={styles['paymentNote']}>{paymentNote(payment, amount)}</span>
              </span>
              <span>{amount(payment.amount)}</span>
            </li>
          ))}
        </ul>
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
      {difference === null ? null : (
        <Notice tone="warning">
          {detailTexts.difference(amount(order.total), amount(subtract(order.total, difference)))}
        </Notice>
      )}
    </>
  );
}

/** With what a customer pays in cash, and how an online payment stands. */
function paymentNote(
  { method, type, value, amount, status }: PaymentRow,
  write: (m: PaymentRow['amount']) => string,
): string {
  if (method === 'cash' && type === 'other' && value !== null)
    return `${detailTexts.paysWith(write(value))} · ${detailTexts.change(write(subtract(value, amount)))}`;
  return status === 'PENDING' ? '' : paymentStatusLabels[status];
}
