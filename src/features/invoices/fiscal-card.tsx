import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { FiscalSettings } from '#data/billing/fiscal-settings.ts';
import { fiscalSettingsQuery } from '#data/billing/fiscal-settings.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { loading } from '#data/device/loading.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { minutes } from '#domain/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { fiscalDay, fiscalEnvironmentLabels, fiscalTexts as texts } from './fiscal-texts.ts';
import styles from './invoices.module.css';

const FiscalDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./fiscal-dialog.tsx'), tellMissing)).FiscalDialog,
}));

/** A certificate is renewed at its authority, which takes days. */
const soonDays = 30;

/** Who the store is for its tax authority, as a card of the settings. */
export function FiscalCard({ store }: { readonly store: Store }) {
  const [open, setOpen] = useState(false);
  const online = useNetwork((n) => n.online);
  const query = useQuery(fiscalSettingsQuery(store.id));
  return (
    <Panel title={texts.title}>
      <div className={styles['form']}>
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
          skeleton={
            <SkeletonGroup label={texts.loading}>
              <Skeleton height={72} />
            </SkeletonGroup>
          }
        >
          {(settings) => (
            <>
              {settings.issuer === null ? <p>{texts.none}</p> : <Facts settings={settings} store={store} />}
              <Button variant="secondary" onClick={() => setOpen(true)}>
                {settings.issuer === null ? texts.configure : texts.change}
              </Button>
              {open ? (
                <Suspense>
                  <FiscalDialog settings={settings} store={store} onClose={() => setOpen(false)} />
                </Suspense>
              ) : null}
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

function Facts({ settings, store }: { readonly settings: FiscalSettings; readonly store: Store }) {
  const now = useNow(kanbanTimerMs);
  const { issuer, environment, certificate } = settings;
  if (issuer === null || environment === null) return null;
  const { country, timezone } = store;
  const days = certificate === null ? null : daysUntil(certificate.expiresAt, now);
  return (
    <>
      <div>
        <p className={styles['subject']}>{issuer.name}</p>
        <p>{texts.issuer(country, issuer)}</p>
        <p>{fiscalEnvironmentLabels[country][environment]}</p>
        {certificate === null ? null : <p>{texts.expires(fiscalDay(certificate.expiresAt, timezone))}</p>}
      </div>
      {days !== null && days < soonDays ? <Notice tone="warning">{texts.expiresSoon(days)}</Notice> : null}
    </>
  );
}

const daysUntil = (at: Instant, now: Instant): number => Math.floor((at - now) / minutes(24 * 60));
