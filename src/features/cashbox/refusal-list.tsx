import { Notice } from '#ui/feedback/panels.tsx';
import styles from './cashbox.module.css';

/** The server's errors under a form. */
export function RefusalList({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="error">
      <ul className={styles['refusals']}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
