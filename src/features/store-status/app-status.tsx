import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFreshness } from '#data/store/freshness.ts';
import { useNetwork, useNow, useUpdates } from '#data/device/device.ts';
import { usePendingWork } from '#data/orders/orders.ts';
import { listenToSound, unlockSound, useSound } from '#data/alerts/sound.ts';
import { lookForAppUpdate, serverQueries } from '#data/api/server-facts.ts';
import { storeQueries } from '#data/store/stores.ts';
import { askAboutStore } from '#data/device/ui-intents.ts';
import { deviceClock } from '#platform/clock.ts';
import { notificationPermission } from '#platform/notifications.ts';
import { dateLabel } from '#texts/dates.ts';
import { Button } from '#ui/action/button.tsx';
import { DataAge } from '#ui/feedback/data-age.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import {
  IconBell,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUpload,
  IconExternal,
  IconInfo,
  IconPrinterOff,
  IconRefresh,
  IconSound,
  IconSoundOff,
} from '#ui/icons.tsx';
import { toast, useToastLog } from '#ui/toast/toast.ts';
import styles from './app-status.module.css';
import { EngineTrace } from './engine-trace.tsx';
import { StatusLine, Proof, Storage } from './status-lines.tsx';
import { appTexts } from './texts.ts';

const ageEveryMs = 10_000;
const noticesShown = 10;

interface AppStatusProps {
  /** Opens «Permisos e instalación». */
  readonly onPermissions: () => void;
}

/**
 * Connection, sound and notifications of this device, each with its fix; then news and recent notices (B9, N-38, H-53).
 */
export function AppStatus({ onPermissions }: AppStatusProps) {
  return (
    <div className={styles['page']}>
      <InsecureOrigin />
      <ul className={styles['lines']}>
        <Connection />
        <SoundLine />
        <Notifications onPermissions={onPermissions} />
        <Storage />
        <Proof />
        <StatusLine
          good={null}
          icon={<IconPrinterOff size={22} />}
          name={appTexts.printing}
          word={appTexts.printingOff}
        />
        <Version />
      </ul>
      <Button variant="secondary" onClick={() => askAboutStore('keys')}>
        {appTexts.keys}
      </Button>
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

function Connection() {
  const online = useNetwork((s) => s.online);
  const { connected, confirmedAt } = useFreshness();
  const { unsent, held, rejected } = usePendingWork();
  // Renders every 10 s: the age grows without an event.
  useNow(ageEveryMs);
  const age = confirmedAt === null ? null : Math.floor((deviceClock.mono() - confirmedAt) / 1_000);
  const look = rejected.length + held.length;
  return (
    <>
      <StatusLine
        good={online}
        icon={online ? <IconCloudCheck size={22} /> : <IconCloudOff size={22} />}
        name={appTexts.connection}
        word={
          <>
            {online ? appTexts.online : appTexts.offline}
            {age === null ? null : (
              <span className={styles['age']}>
                <DataAge seconds={age} />
              </span>
            )}
          </>
        }
      />
      <StatusLine
        good={connected}
        icon={<IconRefresh size={22} />}
        name={appTexts.link}
        word={connected ? appTexts.linked : appTexts.unlinked}
      />
      <StatusLine
        good={unsent === 0 && look === 0}
        icon={<IconCloudUpload size={22} />}
        name={appTexts.unsent}
        word={look > 0 ? appTexts.toReview(look) : unsent > 0 ? appTexts.waiting(unsent) : appTexts.none}
      />
    </>
  );
}

function SoundLine() {
  const { mode, state } = useSound();
  useEffect(listenToSound, []);
  const heard = mode !== null && state === 'ready';
  return (
    <StatusLine
      fix={
        mode !== null && state === 'locked' ? (
          <Button size="sm" variant="secondary" onClick={unlockSound}>
            {appTexts.activate}
          </Button>
        ) : null
      }
      good={heard}
      icon={heard ? <IconSound size={22} /> : <IconSoundOff size={22} />}
      name={appTexts.sound}
      word={mode === null ? appTexts.soundOff : appTexts.sounds[state]}
    />
  );
}

function Notifications({ onPermissions }: AppStatusProps) {
  const permission = notificationPermission();
  return (
    <StatusLine
      fix={
        permission === 'granted' || permission === 'missing' ? null : (
          <Button size="sm" variant="secondary" onClick={onPermissions}>
            {appTexts.fixPermissions}
          </Button>
        )
      }
      good={permission === 'granted'}
      icon={<IconBell size={22} />}
      name={appTexts.notifications}
      word={appTexts.permissions[permission]}
    />
  );
}

function Version() {
  const { data: server } = useQuery(serverQueries.facts());
  const apply = useUpdates((s) => s.apply);
  const online = useNetwork((s) => s.online);
  const [looking, setLooking] = useState(false);
  const look = async (): Promise<void> => {
    setLooking(true);
    const found = await lookForAppUpdate();
    setLooking(false);
    if (!found) toast.show({ id: 'version', kind: 'success', text: appTexts.upToDate });
  };
  return (
    <StatusLine
      fix={
        <Button
          disabled={!online}
          loading={looking}
          size="sm"
          variant="secondary"
          onClick={() => (apply ? apply() : void look())}
        >
          {appTexts.look}
        </Button>
      }
      good={null}
      icon={<IconInfo size={22} />}
      name={appTexts.version}
      word={server?.version ?? appTexts.unknown}
    />
  );
}

function News() {
  const { data, isError } = useQuery(storeQueries.news());
  return (
    <section aria-labelledby="novedades">
      <h3 className={styles['heading']} id="novedades">
        {appTexts.news}
      </h3>
      {data === undefined ? (
        isError ? (
          <p className={styles['quiet']}>{appTexts.newsFailed}</p>
        ) : (
          <SkeletonGroup>
            <Skeleton height={72} />
          </SkeletonGroup>
        )
      ) : data.length === 0 ? (
        <EmptyState title={appTexts.empty} />
      ) : (
        <ul className={styles['cards']}>
          {data.map(({ id, title, text, date, link }) => (
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
      )}
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
