import { Button } from '#ui/action/button.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './form-answers.module.css';

interface FormAnswersProps {
  /** Id of the form to submit. */
  readonly form: string;
  /** Names the result. */
  readonly confirm: string;
  readonly tone?: 'danger' | 'primary';
  readonly saving?: boolean;
  /** Why the form cannot be submitted now. */
  readonly disabledReason?: string | undefined;
  readonly onCancel: () => void;
}

/** 'Cancelar' and the submit button below a dialog's form. */
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
