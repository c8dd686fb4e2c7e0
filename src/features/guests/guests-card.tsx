import type { FormEvent } from 'react';
import { useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { saveGuestSettings } from '#data/guests/guest-requests.ts';
import { noGuests } from '#domain/guest.ts';
import { guestUnits } from '#domain/limits.ts';
import type { GuestSettings, Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Panel } from '#ui/layout/card.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './guests.module.css';
import { guestSettingsTexts as texts } from './texts.ts';

/** What guests at the tables can do, as a card of the settings. */
export function GuestsCard({ store }: { readonly store: Store }) {
  /** What the person changed; the rest follows the store. */
  const [edited, setEdited] = useState<Partial<GuestSettings>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit((error) => setFailed(readFailureText(error)));
  const settings: GuestSettings = { ...(store.guests ?? noGuests), ...edited };
  const edit = (change: Partial<GuestSettings>): void => setEdited({ ...edited, ...change });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setFailed(null);
    void submit(async () => {
      await saveGuestSettings(store.id, settings);
      setEdited({});
      toast.show({ kind: 'success', text: texts.saved });
    });
  };
  return (
    <Panel title={texts.title}>
      <form className={styles['form']} noValidate onSubmit={save}>
        <p className={styles['hint']}>{texts.hint}</p>
        <Switch checked={settings.guests} label={texts.guests} onChange={(guests) => edit({ guests })} />
        {settings.guests ? (
          <Switch
            checked={settings.guest_orders}
            hint={texts.ordersHint}
            label={texts.orders}
            onChange={(orders) => edit({ guest_orders: orders })}
          />
        ) : null}
        {settings.guests && settings.guest_orders ? (
          <NumberStepper
            label={texts.units}
            max={guestUnits.most}
            min={1}
            value={settings.guest_units_max}
            onChange={(units) => edit({ guest_units_max: units })}
          />
        ) : null}
        {failed === null ? null : (
          <div role="alert">
            <Notice tone="error">{failed}</Notice>
          </div>
        )}
        <Button disabledReason={online ? undefined : texts.needsNetwork} loading={sending} type="submit">
          {texts.save}
        </Button>
      </form>
    </Panel>
  );
}
