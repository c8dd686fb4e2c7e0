import type { ProfileChange } from '#data/session/account.ts';
import { usePush } from '#data/alerts/push.ts';
import { newOrderPushes } from '#domain/account.ts';
import { installPlatform } from '#platform/install.ts';
import { pushTexts } from '#texts/alerts.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { tellPushStarted } from '#ui/toast/tell-push.ts';
import type { NotificationChannel, NotificationType } from './profile-form.ts';
import { withChoice } from './profile-form.ts';
import styles from './profile.module.css';
import { noticeTexts } from './texts.ts';

type Preferences = Omit<ProfileChange, 'fullname'>;

interface NotificationBlockProps {
  readonly value: Preferences;
  readonly email: string;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Preferences>) => void;
}

const types: readonly NotificationType[] = ['OrderNew'];
const channels: readonly NotificationChannel[] = ['database', 'push'];

/**
 * Which notifications the user gets, when, and by which channel: `database` is e-mail, `push` the browser (A-43, A-44,
 * D-44).
 */
export function NotificationBlock({ value, email, disabled, onChange }: NotificationBlockProps) {
  const { notification_types, notification_channels, new_order_push } = value;
  const ordersByPush = notification_types.includes('OrderNew') && notification_channels.includes('push');
  const channel = (which: NotificationChannel, on: boolean): void =>
    onChange({ notification_channels: withChoice(channels, notification_channels, which, on) });
  return (
    <Panel title={noticeTexts.title}>
      <fieldset className={styles['set']} disabled={disabled}>
        <legend className={styles['legend']}>{noticeTexts.types}</legend>
        <Switch
          checked={notification_types.includes('OrderNew')}
          label={noticeTexts.orderNew}
          onChange={(on) => onChange({ notification_types: withChoice(types, notification_types, 'OrderNew', on) })}
        />
      </fieldset>
      <fieldset className={styles['set']} disabled={disabled}>
        <legend className={styles['legend']}>{noticeTexts.channels}</legend>
        <Switch
          checked={notification_channels.includes('database')}
          hint={email}
          label={noticeTexts.database}
          onChange={(on) => channel('database', on)}
        />
        <Switch
          checked={notification_channels.includes('push')}
          label={noticeTexts.push}
          onChange={(on) => channel('push', on)}
        />
      </fieldset>
      {ordersByPush ? (
        <RadioCards
          disabled={disabled}
          label={noticeTexts.newOrderPush}
          options={newOrderPushes.map((when) => ({ value: when, ...noticeTexts.newOrderPushes[when] }))}
          value={new_order_push}
          onChange={(when) => onChange({ new_order_push: when })}
        />
      ) : null}
      {notification_channels.includes('push') ? <ThisBrowser /> : null}
    </Panel>
  );
}

/** Whether this browser would show notifications, and how to enable them if not (A10). */
function ThisBrowser() {
  const push = usePush();
  const { state, busy } = push;
  const activate = async (): Promise<void> => {
    const end = await push.activate();
    // The notice below already shows a denial.
    if (end !== 'denied') tellPushStarted(end);
  };
  const can = state === 'ask' || state === 'unregistered';
  return (
    <Notice
      action={
        can ? (
          <Button loading={busy} size="sm" variant="secondary" onClick={() => void activate()}>
            {noticeTexts.activate}
          </Button>
        ) : undefined
      }
      tone={state === 'denied' ? 'warning' : state === 'registered' ? 'success' : 'info'}
    >
      {noticeTexts.states[state]}
      {state === 'denied' ? ` ${pushTexts.deniedFix[installPlatform()]}` : null}
    </Notice>
  );
}
