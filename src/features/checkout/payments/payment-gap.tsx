import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentGap, withGapClosed } from '#domain/payments.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import styles from './payments.module.css';
import { paymentTexts } from './texts.ts';

interface PaymentGapNoticeProps {
  readonly payments: readonly CartPayment[];
  readonly total: Money;
  readonly currency: Currency;
  readonly onClose: (payments: readonly CartPayment[]) => void;
}

/** '¡Atención!': the payments are below or above the total. A warning that does not block (Y-09, N-26). */
export function PaymentGapNotice({ payments, total, currency, onClose }: PaymentGapNoticeProps) {
  const gap = paymentGap(payments, total);
  return (
    <div role="status">
      {gap ? (
        <Notice
          action={
            payments.some((p) => p.can_modify) ? (
              <Button size="sm" variant="ghost" onClick={() => onClose(withGapClosed(payments, total))}>
                {paymentTexts.complete}
              </Button>
            ) : undefined
          }
          tone="warning"
        >
          <b>{paymentTexts.attention}</b> {paymentTexts.gap[gap.kind]}
          <span className={styles['whole']}>{formatMoney(gap.amount, currency)}</span>
        </Notice>
      ) : null}
    </div>
  );
}
