import type { ReactNode } from 'react';
import { Button } from '#ui/action/button.tsx';
import styles from './prompts.module.css';
import { promptTexts } from './texts.ts';

interface PromptCardProps {
  readonly icon: ReactNode;
  readonly question: string;
  readonly text: string;
  readonly yes: string;
  readonly busy?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A non-modal card at the bottom; the page under it stays usable (B11). */
export function PromptCard({ icon, question, text, yes, busy = false, onYes, onNo }: PromptCardProps) {
  return (
    <section aria-label={promptTexts.region} className={styles['card']} data-prompt="">
      <span className={styles['icon']}>{icon}</span>
      <div className={styles['words']}>
        <h2 className={styles['question']}>{question}</h2>
        <p className={styles['text']}>{text}</p>
      </div>
      <div className={styles['answers']}>
        <Button size="sm" variant="ghost" onClick={onNo}>
          {promptTexts.notNow}
        </Button>
        <Button loading={busy} size="sm" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </section>
  );
}
