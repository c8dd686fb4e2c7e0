import type { FormEvent } from 'react';
import { useState } from 'react';
import { configureCashbox } from '#data/cashbox/cashbox.ts';
import { useNetwork } from '#data/device/device.ts';
import type { CashboxConfig } from '#domain/cashbox.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './cashbox.module.css';
import { RefusalList } from './refusal-list.tsx';
import { cashboxTexts, settingsTexts as texts } from './texts.ts';
import { useFormRefusals } from './use-form-refusals.ts';

const defaults: CashboxConfig = { payouts: true, block: false, blind: false, drawer: false };

/** The first setup, made once. */
export function SettingsForm({ store, onSaved }: { readonly store: Store; readonly onSaved: () => void }) {
  const [config, setConfig] = useState(defaults);
  const online = useNetwork((n) => n.online);
  const { sentences, refuse, forget } = useFormRefusals();
  const { sending, submit } = useSubmit(refuse);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void submit(async () => {
      forget();
      await configureCashbox(store, config);
      toast.show({ kind: 'success', text: texts.saved });
      onSaved();
    });
  };
  return (
    <Panel className={styles['narrow']} title={texts.title}>
      <form className={styles['form']} noValidate onSubmit={save}>
        <Switch
          checked={config.payouts}
          hint={texts.payoutsHint}
          label={texts.payouts}
          onChange={(payouts) => setConfig({ ...config, payouts })}
        />
        <Switch
          checked={config.block}
          hint={texts.blockHint}
          label={texts.block}
          onChange={(block) => setConfig({ ...config, block })}
        />
        <Switch
          checked={config.blind}
          hint={texts.blindHint}
          label={texts.blind}
          onChange={(blind) => setConfig({ ...config, blind })}
        />
        <Switch
          checked={config.drawer}
          hint={texts.drawerHint}
          label={texts.drawer}
          onChange={(drawer) => setConfig({ ...config, drawer })}
        />
        <Notice>{cashboxTexts.changedLater}</Notice>
        <Button
          disabledReason={online ? undefined : cashboxTexts.needsNetwork}
          fullWidth
          loading={sending}
          type="submit"
        >
          {texts.save}
        </Button>
        <RefusalList sentences={sentences} />
      </form>
    </Panel>
  );
}
