import type { ReactNode } from 'react';
import { contentId } from './app-frame.tsx';
import { Mark } from './mark.tsx';
import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  /** The product's name. */
  readonly product: string;
  readonly tagline: string;
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Below the card: other login methods, legal links. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A brand panel beside a card of 400 px. On narrow screens the brand is one line. */
export function AuthLayout({ product, tagline, title, subtitle, footer, children }: AuthLayoutProps) {
  return (
    <div className={styles['layout']}>
      <header className={styles['brand']}>
        <Mark className={styles['mark']} size={56} />
        <div>
          <p className={styles['product']}>{product}</p>
          <p className={styles['tagline']}>{tagline}</p>
        </div>
        <Mark className={styles['watermark']} size={520} />
      </header>
      <main className={styles['main']} id={contentId} tabIndex={-1}>
        <div className={styles['card']}>
          <h1 className={styles['title']}>{title}</h1>
          {subtitle === undefined ? null : <p className={styles['subtitle']}>{subtitle}</p>}
          {children}
        </div>
        {footer === undefined ? null : <div className={styles['footer']}>{footer}</div>}
      </main>
    </div>
  );
}
