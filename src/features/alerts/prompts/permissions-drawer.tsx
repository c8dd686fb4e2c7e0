import { useState } from 'react';
import { usePush } from '#data/alerts/push.ts';
import { useSound } from '#data/alerts/sound.ts';
import { installPlatform, isInstalled } from '#platform/install.ts';
import type { NotificationPermissionNow } from '#platform/notifications.ts';
import { notificationPermission } from '#platform/notifications.ts';
import { pushTexts } from '#texts/alerts.ts';
import { Button } from '#ui/action/button.tsx';
import { IconBell, IconSound } from '#ui/icons.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { tellPushStarted } from '#ui/toast/tell-push.ts';
import styles from './prompts.module.css';
import { promptTexts } from './texts.ts';

interface PermissionsDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains how to install the app on this device, and shows each permission with its purpose and state (R-35, B11). */
export function PermissionsDrawer({ open, onClose }: PermissionsDrawerProps) {
  const platform = installPlatform();
  const sound = useSound((s) => s.state);
  return (
    <Drawer open={open} size="sm" title={promptTexts.drawer} onClose={onClose}>
      <section className={styles['block']}>
        <h3 className={styles['blockTitle']}>{promptTexts.stepsTitle}</h3>
        {isInstalled() ? (
          <p>{promptTexts.installed}</p>
        ) : (
          <ol className={styles['steps']}>
            {promptTexts.steps[platform].map((step) => (
              <li key={step} className={styles['step']}>
                {step}
              </li>
            ))}
          </ol>
        )}
      </section>
      <section className={styles['block']}>
        <h3 className={styles['blockTitle']}>{promptTexts.permissionsTitle}</h3>
        <Notifications />
        <div className={styles['permission']}>
          <IconSound size={22} />
          <span className={styles['name']}>{promptTexts.soundName}</span>
          <span className={styles['state']}>{promptTexts.soundStates[sound]}</span>
          <span className={styles['use']}>{promptTexts.soundUse}</span>
        </div>
      </section>
    </Drawer>
  );
}

function Notifications() {
  const push = usePush();
  const [permission, setPermission] = useState<NotificationPermissionNow>(notificationPermission);
  const activate = async (): Promise<void> => {
    const end = await push.activate();
    setPermission(notificationPermission());
    tellPushStarted(end);
  };
  const state = push.state === 'unconfigured' ? 'unconfigured' : push.state === 'unsupported' ? 'missing' : permission;
  return (
    <div className={styles['permission']}>
      <IconBell size={22} />
      <span className={styles['name']}>{promptTexts.notificationsName}</span>
      <span className={styles['state']}>{promptTexts.states[state]}</span>
      <span className={styles['use']}>
        {state === 'denied' ? pushTexts.deniedFix[installPlatform()] : promptTexts.notificationsUse}
      </span>
      {push.state === 'ask' || push.state === 'unregistered' ? (
        <Button
          className={styles['fix']}
          loading={push.busy}
          size="sm"
          variant="secondary"
          onClick={() => void activate()}
        >
          {promptTexts.activate}
        </Button>
      ) : null}
    </div>
  );
}
