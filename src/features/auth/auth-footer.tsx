import type { ReactNode } from 'react';
import styles from './auth-footer.module.css';

interface AuthFooterProps {
  readonly question: string;
  /** A router link that answers the question. */
  readonly answer: ReactNode;
  /** Further links. */
  readonly children?: ReactNode;
}

/** Below an access form: a question, and the link to the form that answers it. */
export function AuthFooter({ question, answer, children }: AuthFooterProps) {
  return (
    <div className={styles['footer']}>
      <p className={styles['line']}>
        {question} {answer}
      </p>
      {children === undefined ? null : <p className={styles['line']}>{children}</p>}
    </div>
  );
}
