import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { changeCart } from '#data/cart/cart-store.ts';
import { useCartTotals } from '#data/cart/cart-totals.ts';
import { useNetwork } from '#data/device/network.ts';
import { useNow } from '#data/device/now.ts';
import type { FoundAddress } from '#data/cart/ordering.ts';
import { recentAddresses, rememberAddress } from '#data/cart/recent-addresses.ts';
import { useShippingCost } from '#data/cart/shipping-cost.ts';
import { addressProblem, mapView } from '#domain/address.ts';
import type { Cart } from '#domain/cart.ts';
import { addressLine2MaxChars } from '#domain/limits.ts';
import type { Geolocation } from '#domain/shipping.ts';
import { fieldText } from '#texts/fields.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { ErrorPanel, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconBack, IconCloudOff } from '#ui/icons.tsx';
import { BottomBar, Screen, ScreenHeader } from '#ui/layout/screen.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './address-page.module.css';
import { AddressSearch } from './address-search.tsx';
import type { Suggestion } from './maps/port.ts';
import { addressMapTexts } from './maps/texts.ts';
import { useMaps } from './maps/use-maps.ts';
import { RecentList } from './recent-list.tsx';
import { ShippingLine } from './shipping-line.tsx';
import { addressTexts } from './texts.ts';
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
  const [text, setText] = useState(cart.address?.address_line_1 ?? '');
  const [line2, setLine2] = useState(cart.address?.address_line_2 ?? '');
  /** The search text; null after the user has chosen an address. */
  const [query, setQuery] = useState<string | null>(null);
  /** The pin's last position. It remains when an edit makes the cart drop its address. */
  const [place, setPlace] = useState<Geolocation | null>(cart.address?.geolocation ?? null);
  const [told, setTold] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [back, setBack] = useState(0);
  const [recent] = useState(() => recentAddresses(store.id));
  const field = useRef<HTMLInputElement>(null);
  const turn = useRef(0);
  const found = useAddressSearch(online ? query : null, maps.port, store.country);
  const view = mapView(store.country, place);
  const { address } = cart;

  const put = (next: Cart['address'], cost: Cart['shippingCost'] = null): void =>
    changeCart((c) => ({ ...c, address: next, shippingCost: cost }));
  const say = (sentence: string): void => {
    setTold(sentence);
    announce(sentence, 'assertive');
    field.current?.focus();
  };

  /** Fills in a found address. Without a street number it stays out of the cart until the user completes it. */
  const take = ({ address_line_1, geolocation }: FoundAddress): void => {
    setText(address_line_1);
    setQuery(null);
    setPlace(geolocation);
    if (addressProblem({ address_line_1, geolocation }, store.country)) {
      put(null);
      // The trailing space lets the user type the number at once.
      setText(`${address_line_1} `);
      say(addressTexts.needsNumber);
      return;
    }
    setTold(null);
    put({ address_line_1, geolocation, address_line_2: line2.trim() || null });
  };
  const look = async (where: () => Promise<FoundAddress | null>, none: string): Promise<void> => {
    // Only the latest lookup counts: `turn` discards the answer of an older one.
    turn.current += 1;
    const mine = turn.current;
    setBusy(true);
    const answer = await where().catch(() => undefined);
    if (mine !== turn.current) return;
    setBusy(false);
    if (answer) return take(answer);
    // Resets the pin to its previous position.
    setBack((n) => n + 1);
    toast.show({ kind: 'error', text: answer === null ? none : addressMapTexts.unreachable });
  };

  const next = (): void => {
    const problem = addressProblem({ address_line_1: text, geolocation: address?.geolocation ?? null }, store.country);
    if (problem || !address) return say(told ?? fieldText(problem ?? { rule: 'address' }));
    if (!cart.shippingCost) {
      announce(shipping.error ? addressTexts.noCost : addressTexts.waiting, 'assertive');
      return;
    }
    rememberAddress({ store_id: store.id, address, shippingCost: cart.shippingCost });
    onNext();
  };
  const nextButton = (className: string | undefined): ReactNode => (
    <Button className={className} loading={shipping.asking} onClick={next}>
      {addressTexts.next}
    </Button>
  );
  const Map = maps.port?.Map;

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
          {online ? null : (
            <Notice icon={<IconCloudOff size={22} />} tone="warning">
              {recent.length > 0 ? addressTexts.offline : addressTexts.offlineNone}
            </Notice>
          )}
          <AddressSearch
            ref={field}
            disabled={!online}
            error={told ?? undefined}
            found={found}
            text={text}
            onPick={(s: Suggestion) => void look(s.pick, addressTexts.noStreet)}
            onText={(value) => {
              turn.current += 1;
              setBusy(false);
              setText(value);
              setQuery(value);
              setTold(null);
              // The edited text no longer matches the chosen address, so the cart drops it.
              if (address) put(null);
            }}
          />
          <TextField
            autoComplete="off"
            label={addressTexts.line2}
            maxLength={addressLine2MaxChars}
            value={line2}
            onChange={(value) => {
              setLine2(value);
              changeCart((c) =>
                c.address ? { ...c, address: { ...c.address, address_line_2: value.trim() || null } } : c,
              );
            }}
          />
          <ShippingLine cart={cart} currency={store.currency} shipping={shipping} subtotal={totals.subtotal} />
          <RecentList
            now={now}
            online={online}
            recent={recent}
            onPick={(r) => {
              turn.current += 1;
              setBusy(false);
              setText(r.address.address_line_1);
              setLine2(r.address.address_line_2 ?? '');
              setQuery(null);
              setTold(null);
              setPlace(r.address.geolocation);
              put(r.address, r.shippingCost);
            }}
          />
        </div>
        {online ? (
          <section aria-label={addressMapTexts.label} className={styles['place']}>
            {Map ? (
              <Map
                busy={busy}
                center={view.center}
                pin={place ?? view.center}
                turn={back}
                zoom={view.zoom}
                onMove={(to) => {
                  const { port } = maps;
                  if (port) void look(() => port.at(to), addressTexts.noStreet);
                }}
              />
            ) : null}
            {!Map && !maps.failed ? <Skeleton height="100%" radius={16} /> : null}
            {maps.failed ? <ErrorPanel message={addressMapTexts.failed} onRetry={maps.retry} /> : null}
            {Map ? <p className={styles['quiet']}>{addressTexts.pinHint}</p> : null}
            {maps.port?.sandbox ? <Notice>{addressTexts.sandbox}</Notice> : null}
          </section>
        ) : null}
      </div>
      <BottomBar>{nextButton(styles['barNext'])}</BottomBar>
    </Screen>
  );
}
