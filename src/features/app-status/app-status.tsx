import { useQuery } from '@tanstack/react-query';
import { loading } from '#data/device/loading.ts';
import { storeQueries } from '#data/store/stores.ts';
import { askAboutStore } from '#data/device/ui-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { dateLabel } from '#texts/dates.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconExternal } from '#ui/icons.tsx';
import { useToastLog } from '#ui/toast/toast.ts';
import styles from './app-status.module.css';
import { EngineTrace } from './engine-trace.tsx';
import { CheckCard } from './device-check.tsx';
import { KeptChecks } from './kept-checks.tsx';
import { useLiveCheck } from './live-check.ts';
import { StatusLines, type StatusPlaces } from './status-lines.tsx';
import { appTexts } from './texts.ts';
import { useDeviceCheck } from './use-device-check.ts';

const noticesShown = 10;

interface AppStatusProps extends StatusPlaces {
  readonly store: Store;
}

/**
 * The check of this device before the shop opens, with its lines; then news and recent notices (B9, N-38, H-53). Who
 * manages the store also sees the last check of each device.
 */
export function AppStatus({ store, ...places }: AppStatusProps) {
  const [live, lookAgain] = useLiveCheck(store);
  const check = useDeviceCheck(store, live);
  const results = { ...live, ...check.found };
  return (
    <div className={styles['page']}>
      <InsecureOrigin />
      <CheckCard check={check} results={results} />
      <StatusLines results={results} onLookAgain={lookAgain} {...places} />
      <Button variant="secondary" onClick={() => askAboutStore('keys')}>
        {appTexts.keys}
      </Button>
      {can('store.manage', store) ? <KeptChecks store={store} /> : null}
      <News />
      <Notices />
      <EngineTrace />
    </div>
  );
}

/** What the browser withholds over http on another computer's address, and how to get it (B9). */
const InsecureOrigin = () =>
  window.isSecureContext ? null : (
    <Notice tone="warning">
      <b>{appTexts.insecure}</b>
      <br />
      {appTexts.insecureText}
    </Notice>
  );

function News() {
  const query = useQuery(storeQueries.news());
  return (
    <section aria-labelledby="novedades">
      <h3 className={styles['heading']} id="novedades">
        {appTexts.news}
      </h3>
      <Loaded
        {...loading(query)}
        problem={query.isError ? appTexts.newsFailed : null}
        skeleton={
          <SkeletonGroup>
            <Skeleton height={72} />
          </SkeletonGroup>
        }
      >
        {(news) =>
          news.length === 0 ? (
            <EmptyState title={appTexts.empty} />
          ) : (
            <ul className={styles['cards']}>
              {news.map(({ id, title, text, date, link }) => (
                <li key={id} className={styles['card']}>
                  <b>{title}</b>
                  <span className={styles['quiet']}>{dateLabel(date)}</span>
                  <span>{text}</span>
                  {link === null ? null : (
                    <a className={styles['link']} href={link} rel="noreferrer" target="_blank">
                      {appTexts.readMore}
                      <IconExternal size={18} />
                      <span className="visually-hidden">{appTexts.newWindow}</span>
                    </a>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** The recent notices of this screen. */
function Notices() {
  const log = useToastLog().slice(0, noticesShown);
  return (
    <section aria-labelledby="avisos">
      <h3 className={styles['heading']} id="avisos">
        {appTexts.notices}
      </h3>
      {log.length === 0 ? (
        <p className={styles['quiet']}>{appTexts.empty}</p>
      ) : (
        <ul className={styles['cards']}>
          {log.map(({ id, title, text }) => (
            <li key={id} className={styles['notice']}>
              {title === undefined ? null : <b>{title}</b>}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
