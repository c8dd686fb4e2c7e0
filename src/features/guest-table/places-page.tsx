import type { ReactNode } from 'react';
import type { GuestPlaceFound } from '#data/guests/guest-table.ts';
import { product } from '#texts/product.ts';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconChevronRight, IconQr } from '#ui/icons.tsx';
import { contentId } from '#ui/layout/app-frame.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import styles from './guest-table.module.css';
import { guestTexts as texts } from './texts.ts';

/** A page of a guest outside a store: a bar with the product, and the way of the staff. */
export function GuestPage({ staff, children }: { readonly staff: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Mark size={32} />
        <span className={styles['product']}>{product.name}</span>
        {staff}
      </header>
      <main className={styles['main']} id={contentId} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

interface PlacesProps {
  readonly places: readonly GuestPlaceFound[];
  readonly onChoose: (storeId: number) => void;
}

/** The tables that a code may name: the guest says in which store they are; without one, what to do. */
export function GuestPlaces({ places, onChoose }: PlacesProps) {
  if (places.length === 0) return <NoPlace />;
  return (
    <>
      <h1 className={styles['heading']}>{texts.where}</h1>
      <p className={styles['quiet']}>{texts.whereText}</p>
      <ul className={styles['places']}>
        {places.map(({ store_id, store_name, logo_url, description }) => (
          <li key={store_id}>
            <button className={styles['choice']} type="button" onClick={() => onChoose(store_id)}>
              <Avatar decorative name={store_name} size="lg" src={logo_url} />
              <span>
                <b>{store_name}</b>
                <span className={styles['quiet']}>{description}</span>
              </span>
              <IconChevronRight />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A code that is not in use. */
export const NoPlace = () => (
  <>
    <h1 className="visually-hidden">{texts.noPlace}</h1>
    <EmptyState icon={<IconQr size={32} />} text={texts.noPlaceText} title={texts.noPlace} />
  </>
);
