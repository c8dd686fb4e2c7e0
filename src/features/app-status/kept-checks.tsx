import { useQuery } from '@tanstack/react-query';
import { useNow } from '#data/device/device.ts';
import { loading } from '#data/device/loading.ts';
import { deviceChecksQuery, type KeptCheck } from '#data/device-check/device-check.ts';
import { minutes } from '#domain/time.ts';
import { linesToMend } from '#domain/device-check.ts';
import type { Store } from '#domain/store.ts';
import { whenLabel } from '#texts/time.ts';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import styles from './app-status.module.css';
import { checkTexts as texts, lineNames } from './texts.ts';

/** The last check of each device of the store, for those who manage it. */
export function KeptChecks({ store }: { readonly store: Store }) {
  const now = useNow(minutes(1));
  const query = useQuery(deviceChecksQuery(store.id));
  return (
    <section aria-labelledby="revisiones">
      <h3 className={styles['heading']} id="revisiones">
        {texts.devices}
      </h3>
      <Loaded
        {...loading(query)}
        problem={query.isError ? texts.devicesFailed : null}
        skeleton={
          <SkeletonGroup>
            <Skeleton height={72} />
          </SkeletonGroup>
        }
      >
        {(checks) =>
          checks.length === 0 ? (
            <p className={styles['quiet']}>{texts.noDevices}</p>
          ) : (
            <ul className={styles['cards']}>
              {checks.map((check) => (
                <li key={check.id} className={styles['card']}>
                  <b>{texts.whose(check.person, check.device)}</b>
                  <span className={styles['quiet']}>{whenLabel(check.at, now, store.timezone)}</span>
                  <span>{outcomeOf(check)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function outcomeOf({ results }: KeptCheck): string {
  if (results === null) return texts.unfinished;
  const mend = linesToMend(results);
  return mend.length === 0 ? texts.wasReady : mend.map((line) => lineNames[line]).join(', ');
}
