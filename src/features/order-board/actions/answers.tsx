import { Button } from '#ui/action/button.tsx';
import styles from './actions.module.css';
import { actionTexts } from './texts.ts';

interface AnswersProps {
  /** The form that the answer sends. */
  readonly form: string;
  readonly confirm: string;
  readonly tone: 'danger' | 'primary';
  readonly saving: boolean;
  readonly onCancel: () => void;
}

/** 'Cancelar' and the answer, which names its result. */
export function Answers({ form, confirm, tone, saving, onCancel }: AnswersProps) {
  return (
    <div className={styles['answers']}>
      <Button variant="secondary" onClick={onCancel}>
        {actionTexts.cancel}
      </Button>
      <Button form={form} fullWidth loading={saving} type="submit" variant={tone}>
        {confirm}
      </Button>
    </div>
  );
}

/** When nothing can be answered any more. */
export function OnlyClose({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button data-autofocus="" fullWidth variant="secondary" onClick={onClose}>
      {actionTexts.close}
    </Button>
  );
}
