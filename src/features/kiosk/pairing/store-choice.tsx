import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { StoreSummary } from '#data/store/stores.ts';
import { loading } from '#data/device/loading.ts';
import { storeQueries } from '#data/store/stores.ts';
import { can } from '#domain/permissions.ts';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import styles from './store-choice.module.css';
import { pairTexts } from './texts.ts';

interface StoreChoiceProps {
  readonly onStore: (storeId: number) => void;
  readonly footer: ReactNode;
}

/** /pair/{code}: chooses the store; skipped with a single choice. */
export function StoreChoice({ onStore, footer }: StoreChoiceProps) {
  const query = useQuery(storeQueries.list());
  const own = query.data?.stores.filter((store) => can('store.manage', store));
  const only = own?.length === 1 ? own[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined) onStore(only);
    // Runs once `only` is known; a new `onStore` must not run it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [only]);
  return (
    <AuthLayout footer={footer} product={product.name} tagline={product.line} title={pairTexts.title}>
      <Loaded
        {...loading(query)}
        data={only === undefined ? own : undefined}
        skeleton={
          <SkeletonGroup label={pairTexts.loading}>
            <Skeleton height={64} />
            <Skeleton height={64} />
          </SkeletonGroup>
        }
      >
        {(stores) =>
          stores.length === 0 ? (
            <EmptyState text={pairTexts.noStoreHint} title={pairTexts.noStore} />
          ) : (
            <Choice stores={stores} onStore={onStore} />
          )
        }
      </Loaded>
    </AuthLayout>
  );
}

function Choice({ stores, onStore }: Pick<StoreChoiceProps, 'onStore'> & { readonly stores: readonly StoreSummary[] }) {
  return (
    <>
      <p>{pairTexts.chooseStore}</p>
      <ul className={styles['stores']}>
        {stores.map((store) => (
          <li key={store.id}>
            <Button
              fullWidth
              icon={<Avatar decorative name={store.name} size="sm" src={store.logo_url} />}
              size="lg"
              variant="secondary"
              onClick={() => onStore(store.id)}
            >
              {store.name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
