import { Button } from '#ui/action/button.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './form-answers.module.css';

interface FormAnswersProps {
  /** The form that the answer sends. */
  readonly form: string;
  /** Names its result. */
  readonly confirm: string;
  readonly tone?: 'danger' | 'primary';
  readonly saving?: boolean;
  /** Why it cannot be sent now. */
  readonly disabledReason?: string | undefined;
  readonly onCancel: () => void;
}

/** 'Cancelar' and the answer, below a dialog with a form. */
export function FormAnswers({
  form,
  confirm,
  tone = 'primary',
  saving = false,
  disabledReason,
  onCancel,
}: FormAnswersProps) {
  return (
    <div className={styles['answers']}>
      <Button variant="secondary" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button disabledReason={disabledReason} form={form} fullWidth loading={saving} type="submit" variant={tone}>
        {confirm}
      </Button>
    </div>
  );
}
