import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { armPrompt } from '#data/device/arm-prompt.ts';
import { isResting, rest } from './prompt-timing.ts';
import { pushState, startPush } from '#data/alerts/push.ts';
import { installPromptMs } from '#domain/limits.ts';
import { wakeIn } from '#platform/clock.ts';
import { install, installOffered, installPlatform, isInstalled, watchInstallOffer } from '#platform/install.ts';
import { IconBell, IconDownload } from '#ui/icons.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { tellPushStarted } from '#ui/toast/tell-push.ts';
import { PromptCard } from './prompt-card.tsx';
import { promptTexts } from './texts.ts';

interface PromptsProps {
  /** True while the user is taking an order or the device is unattended: hides every prompt. */
  readonly quiet: boolean;
  /** True when this user receives pushes about orders. */
  readonly wantsPush: boolean;
  /** Opens «Permisos e instalación», for steps that the browser cannot start itself. */
  readonly onPermissions: () => void;
}

type Shown = 'install' | 'notifications';

/** Install and notification prompts, one at a time (R-30 to R-40, B11). */
export function Prompts({ quiet, wantsPush, onPermissions }: PromptsProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const isBusy = useEffectEvent((): boolean => hasOpenOverlay() || quiet || shown !== null);
  const sayDenied = useEffectEvent(() => tellPushStarted('denied', onPermissions));

  const offered = useSyncExternalStore(watchInstallOffer, canInstall, () => false);
  // The user installed the app, or the browser withdrew its offer: hide the card.
  if (!offered && shown === 'install') setShown(null);
  useEffect(() => {
    if (!offered || isResting('install')) return undefined;
    return armPrompt({ delayMs: installPromptMs, isBusy: () => isBusy(), wakeIn, show: () => setShown('install') });
  }, [offered]);

  useEffect(() => {
    if (!wantsPush || isResting('notifications')) return undefined;
    let cancel = (): void => {};
    let gone = false;
    void pushState().then((state) => {
      if (gone) return;
      // The user denied notifications in the browser: say so once in ten days, with the way to allow them.
      if (state === 'denied') {
        rest('notifications');
        sayDenied();
      }
      if (isArmed(state))
        cancel = armPrompt({ delayMs: 0, isBusy: () => isBusy(), wakeIn, show: () => setShown('notifications') });
    });
    return () => {
      gone = true;
      cancel();
    };
  }, [wantsPush]);

  if (shown === null || quiet) return null;
  const close = (): void => setShown(null);
  return shown === 'install' ? (
    <InstallCard onClose={close} onPermissions={onPermissions} />
  ) : (
    <NotificationCard onClose={close} onPermissions={onPermissions} />
  );
}

/** True when the browser offers installation, or on iOS, where the user installs by hand. */
const canInstall = (): boolean => installOffered() || (installPlatform() === 'ios' && !isInstalled());

/** True when the user's answer would change the push state. */
export const isArmed = (state: Awaited<ReturnType<typeof pushState>>): boolean =>
  state === 'ask' || state === 'unregistered';

interface CardProps {
  readonly onClose: () => void;
  readonly onPermissions: () => void;
}

function InstallCard({ onClose, onPermissions }: CardProps) {
  const { sending, submit } = useSubmit();
  const yes = async (): Promise<void> => {
    const outcome = await install();
    // The user dismissed the browser's dialog: do not ask again for ten days.
    if (outcome === 'dismissed') rest('install');
    onClose();
    if (outcome === 'gone') onPermissions();
  };
  return (
    <PromptCard
      busy={sending}
      icon={<IconDownload />}
      question={promptTexts.install}
      text={promptTexts.installText}
      yes={promptTexts.installAction}
      onNo={() => {
        rest('install');
        onClose();
      }}
      onYes={() => void submit(yes)}
    />
  );
}

function NotificationCard({ onClose, onPermissions }: CardProps) {
  const { sending, submit } = useSubmit();
  const yes = async (): Promise<void> => {
    const end = await startPush();
    // After a failure the app asks again at the next start; after an answer it waits ten days.
    if (end !== 'failed') rest('notifications');
    onClose();
    tellPushStarted(end, onPermissions);
  };
  return (
    <PromptCard
      busy={sending}
      icon={<IconBell />}
      question={promptTexts.notifications}
      text={promptTexts.notificationsText}
      yes={promptTexts.accept}
      onNo={() => {
        rest('notifications');
        onClose();
      }}
      onYes={() => void submit(yes)}
    />
  );
}
