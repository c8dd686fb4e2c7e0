import type { ReactNode } from 'react';
import { useState } from 'react';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import type { CustomerPlace, NearbyStore } from '#data/storefront/nearby-stores.ts';
import { chooseCustomerPlace, useCustomerPlace, useNearbyStores } from '#data/storefront/nearby-stores.ts';
import type { LocationProblem } from '#platform/location.ts';
import { currentLocation } from '#platform/location.ts';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { DataAge } from '#ui/feedback/data-age.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconMapPin, IconStore } from '#ui/icons.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import { useMedia } from '#ui/use-media.ts';
import { NearbyCard } from './nearby-card.tsx';
import styles from './storefront.module.css';
import { nearbyTexts as texts } from './texts.ts';

interface NearbyPageProps {
  readonly onOpen: (storeId: number) => void;
  readonly userMenu: ReactNode;
  /** The search of an address, another feature's; calls with what was picked. */
  readonly renderSearch: (onPick: (place: CustomerPlace) => void) => ReactNode;
  /** The map of the place and of the stores around it, another feature's; nothing without a key for maps. */
  readonly renderMap: (
    place: CustomerPlace | null,
    stores: readonly NearbyStore[],
    onPick: (place: CustomerPlace) => void,
  ) => ReactNode;
  /** The person's order in the store where they ordered last. */
  readonly active: ReactNode;
}

/** /customer/stores: where the customer is, and the stores around (Z-02 to Z-07). */
export function NearbyPage({ onOpen, userMenu, renderSearch, renderMap, active }: NearbyPageProps) {
  const place = useCustomerPlace((s) => s.place);
  const [changing, setChanging] = useState(false);
  const roomy = useMedia('(width >= 768px)');
  const choosing = place === null || changing;
  const choose = (chosen: CustomerPlace): void => {
    chooseCustomerPlace(chosen);
    setChanging(false);
  };
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Mark size={32} />
        <span className={styles['product']}>{product.name}</span>
        {userMenu}
      </header>
      <main className={styles['main']} id="contenido" tabIndex={-1}>
        {active}
        <h1 className={styles['heading']}>{texts.title}</h1>
        {choosing ? (
          <Where renderSearch={renderSearch} onChosen={choose} />
        ) : (
          <div className={styles['place']}>
            <span>
              <IconMapPin size={22} />
              {place.label}
            </span>
            <Button size="sm" variant="secondary" onClick={() => setChanging(true)}>
              {texts.change}
            </Button>
          </div>
        )}
        <div className={styles['beside']}>
          {place === null ? null : <Stores place={place} onOpen={onOpen} />}
          {/* On the phone the map is for choosing; then there is the list. */}
          {roomy || choosing ? <Around place={place} renderMap={renderMap} onPick={choose} /> : null}
        </div>
      </main>
    </div>
  );
}

/** The map with the stores of the list. */
function Around({
  place,
  renderMap,
  onPick,
}: Pick<NearbyPageProps, 'renderMap'> & {
  readonly place: CustomerPlace | null;
  readonly onPick: (place: CustomerPlace) => void;
}) {
  const { data } = useNearbyStores(place?.at ?? null);
  const online = useNetwork((n) => n.online);
  return online ? renderMap(place, data ?? [], onPick) : null;
}

/** Asks where the person is: by the device, or by an address. */
function Where({
  renderSearch,
  onChosen,
}: {
  readonly renderSearch: NearbyPageProps['renderSearch'];
  readonly onChosen: (place: CustomerPlace) => void;
}) {
  const [problem, setProblem] = useState<LocationProblem | null>(null);
  const { sending, submit } = useSubmit();
  const locate = async (): Promise<void> => {
    setProblem(null);
    const found = await currentLocation();
    if (typeof found === 'string') setProblem(found);
    else onChosen({ label: texts.mineLabel, at: found });
  };
  return (
    <section aria-label={texts.where} className={styles['where']}>
      <p className={styles['quiet']}>{texts.whereText}</p>
      <div>
        <Button icon={<IconMapPin size={22} />} loading={sending} onClick={() => void submit(locate)}>
          {texts.mine}
        </Button>
      </div>
      {problem === null ? null : (
        <div role="alert">
          <Notice tone="warning">{texts[problem]}</Notice>
        </div>
      )}
      {renderSearch(onChosen)}
    </section>
  );
}

const secondMs = 1_000;
const ageTickMs = 10_000;

function Stores({ place, onOpen }: { readonly place: CustomerPlace; readonly onOpen: (storeId: number) => void }) {
  const query = useNearbyStores(place.at);
  const online = useNetwork((n) => n.online);
  const now = useNow(ageTickMs);
  return (
    <section aria-label={texts.list} className={styles['column']}>
      {online || query.data === undefined ? null : (
        <>
          <OfflineNotice>{texts.offline}</OfflineNotice>
          <DataAge seconds={Math.max(0, (now - query.dataUpdatedAt) / secondMs)} />
        </>
      )}
      <Loaded
        {...loading(query)}
        offline={online ? null : <OfflineNotice>{texts.offlineNone}</OfflineNotice>}
        skeleton={<StoresLoading />}
      >
        {(stores) =>
          stores.length === 0 ? (
            <EmptyState icon={<IconStore size={32} />} text={texts.emptyHint} title={texts.empty} />
          ) : (
            <ul className={styles['list']}>
              {stores.map((store) => (
                <li key={store.id}>
                  <NearbyCard store={store} onOpen={() => onOpen(store.id)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function StoresLoading() {
  return (
    <>
      <p className={styles['quiet']} role="status">
        {texts.loading}
      </p>
      <SkeletonGroup className={styles['list']} label={texts.loading}>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height={240} radius={16} />
        ))}
      </SkeletonGroup>
    </>
  );
}
