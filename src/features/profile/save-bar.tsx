import { useNetwork } from '#data/device/device.ts';
import { Button } from '#ui/action/button.tsx';
import styles from './profile.module.css';
import { profileTexts } from './texts.ts';

interface SaveBarProps {
  /** Id of the form that the button submits. */
  readonly form: string;
  readonly changed: boolean;
  readonly saving: boolean;
}

/** «Guardar», sticky at the bottom of a tab; disabled without changes. */
export function SaveBar({ form, changed, saving }: SaveBarProps) {
  const online = useNetwork((s) => s.online);
  return (
    <div className={styles['saveBar']}>
      <Button
        fullWidth
        disabled={online && !changed && !saving}
        disabledReason={
          online ? null : changed ? `${profileTexts.offline} ${profileTexts.offlineSave}` : profileTexts.offline
        }
        form={form}
        loading={saving}
        type="submit"
      >
        {profileTexts.save}
      </Button>
    </div>
  );
}
