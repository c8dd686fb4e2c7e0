import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { useCartTotals } from '#data/cart/cart-totals.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { recentAddresses, rememberAddress } from '#data/cart/recent-addresses.ts';
import { useShippingCost } from '#data/cart/shipping-cost.ts';
import { mapView } from '#domain/address.ts';
import type { Cart } from '#domain/cart.ts';
import { addressLine2MaxChars } from '#domain/limits.ts';
import type { Country } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { ErrorPanel, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconBack } from '#ui/icons.tsx';
import { BottomBar, Screen, ScreenHeader } from '#ui/layout/screen.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './address-page.module.css';
import { AddressSearch } from './address-search.tsx';
import { addressMapTexts } from './maps/texts.ts';
import { useMaps } from './maps/use-maps.ts';
import { RecentList } from './recent-list.tsx';
import { ShippingLine } from './shipping-line.tsx';
import { addressTexts } from './texts.ts';
import { useAddressForm } from './use-address-form.ts';
import { useAddressSearch } from './use-address-search.ts';

const minuteMs = 60_000;

interface AddressPageProps {
  readonly profile: Profile;
  readonly cart: Cart;
  readonly onBack: () => void;
  readonly onNext: () => void;
  /** Rendered at the end of the header on screens of at least 768 px. */
  readonly headerActions?: ReactNode;
}

/** The address of a delivery, chosen by search or with the pin. Only a valid address enters the cart (K-41 to K-56). */
export function AddressPage({ profile, cart, onBack, onNext, headerActions }: AddressPageProps) {
  const { store } = profile;
  const online = useNetwork((n) => n.online);
  const now = useNow(minuteMs);
  const maps = useMaps();
  const totals = useCartTotals(profile, cart);
  const shipping = useShippingCost(cart, store);
  const [recent] = useState(() => recentAddresses(store.id));
  const field = useRef<HTMLInputElement>(null);
  const form = useAddressForm(cart, store.country, field);
  const found = useAddressSearch(online ? form.query : null, maps.port, store.country);

  const next = (): void => {
    if (form.isRefused() || !cart.address) return;
    if (!cart.shippingCost) {
      announce(shipping.error ? addressTexts.noCost : addressTexts.waiting, 'assertive');
      return;
    }
    rememberAddress({ store_id: store.id, address: cart.address, shippingCost: cart.shippingCost });
    onNext();
  };
  const nextButton = (className: string | undefined): ReactNode => (
    <Button className={className} loading={shipping.asking} onClick={next}>
      {addressTexts.next}
    </Button>
  );

  return (
    <Screen className={styles['screen']}>
      <ScreenHeader
        actions={
          <span className={styles['headActions']}>
            {headerActions}
            {nextButton(styles['headNext'])}
          </span>
        }
        start={<IconButton className={styles['back']} icon={<IconBack />} label={addressTexts.back} onClick={onBack} />}
        title={addressTexts.title}
      />
      <div className={styles['body']}>
        <div className={styles['form']}>
          <AddressSearch
            ref={field}
            disabled={!online}
            error={form.error ?? undefined}
            found={found}
            text={form.text}
            onPick={(s) => void form.find(s.pick, addressTexts.noStreet, form.text)}
            onText={form.editText}
          />
          <TextField
            autoComplete="off"
            label={addressTexts.line2}
            maxLength={addressLine2MaxChars}
            value={form.line2}
            onChange={form.editLine2}
          />
          <ShippingLine cart={cart} currency={store.currency} shipping={shipping} subtotal={totals.subtotal} />
          <RecentList now={now} online={online} recent={recent} onPick={form.takeRecent} />
        </div>
        {online ? (
          <PlaceMap country={store.country} form={form} maps={maps} />
        ) : (
          <div className={styles['place']}>
            <OfflineNotice>{recent.length > 0 ? addressTexts.offline : addressTexts.offlineNone}</OfflineNotice>
          </div>
        )}
      </div>
      <BottomBar>{nextButton(styles['barNext'])}</BottomBar>
    </Screen>
  );
}

interface PlaceMapProps {
  readonly maps: ReturnType<typeof useMaps>;
  readonly form: ReturnType<typeof useAddressForm>;
  readonly country: Country;
}

/** The map with the pin of the address, while it loads and when it cannot be loaded. */
function PlaceMap({ maps, form, country }: PlaceMapProps) {
  const { port, failed, retry } = maps;
  const view = mapView(country, form.place);
  return (
    <section aria-label={addressMapTexts.label} className={styles['place']}>
      {port ? (
        <port.Map
          busy={form.busy}
          center={view.center}
          pin={form.place ?? view.center}
          turn={form.turn}
          zoom={view.zoom}
          onMove={(to) => void form.find(() => port.at(to), addressTexts.noStreet)}
        />
      ) : null}
      {!port && !failed ? <Skeleton height="100%" radius={16} /> : null}
      {failed ? <ErrorPanel message={addressMapTexts.failed} onRetry={retry} /> : null}
      {port ? <p className={styles['quiet']}>{addressTexts.pinHint}</p> : null}
      {port?.sandbox ? <Notice>{addressTexts.sandbox}</Notice> : null}
    </section>
  );
}
