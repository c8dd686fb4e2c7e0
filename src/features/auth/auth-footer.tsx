import type { ReactNode } from 'react';
import styles from './auth-footer.module.css';

interface AuthFooterProps {
  readonly question: string;
  /** A router link. */
  readonly answer: ReactNode;
  /** Other ways. */
  readonly children?: ReactNode;
}

/** Under an access card: the question of whoever is on the wrong screen, and the link that answers it. */
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
