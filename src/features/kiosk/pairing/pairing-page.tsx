import type { ReactNode } from 'react';
import { useState, useEffect } from 'react';
import type { PairedScreen } from '#data/kiosk/kiosk.ts';
import { shownPairingCode } from '#domain/kiosk.ts';
import { deviceClock, every } from '#platform/clock.ts';
import { pageUrl } from '#platform/surroundings.ts';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { QrCode } from '#ui/qr/qr-code.tsx';
import styles from './pairing.module.css';
import { pairingTexts } from './texts.ts';
import type { Pairing } from './use-pairing.ts';
import { usePairing } from './use-pairing.ts';

interface PairingPageProps {
  /** True after an admin has unpaired this screen. */
  readonly ended: boolean;
  readonly footer: ReactNode;
  readonly onPaired: (screen: PairedScreen) => void;
}

/** /kiosk: shows this device's pairing code and waits for an admin. The code renews itself. */
export function PairingPage({ ended, footer, onPaired }: PairingPageProps) {
  const { now, again } = usePairing(onPaired);
  return (
    <AuthLayout
      footer={footer}
      product={product.name}
      subtitle={now.kind === 'waiting' ? pairingTexts.intro : undefined}
      tagline={product.line}
      title={pairingTexts.title}
    >
      {ended ? <Notice tone="warning">{pairingTexts.ended}</Notice> : null}
      <Now now={now} onAgain={again} />
    </AuthLayout>
  );
}

function Now({ now, onAgain }: { readonly now: Pairing; readonly onAgain: () => void }) {
  switch (now.kind) {
    case 'waiting':
      return (
        <>
          {now.silent ? <Notice tone="warning">{pairingTexts.silent}</Notice> : null}
          <Waiting code={now.code} until={now.until} />
        </>
      );
    case 'offline':
      return <Notice tone="warning">{pairingTexts.offline}</Notice>;
    case 'refused':
      return <Again label={pairingTexts.again} sentences={[pairingTexts.refused]} onAgain={onAgain} />;
    case 'failed':
      return <Again label={pairingTexts.retry} sentences={now.sentences} onAgain={onAgain} />;
    case 'asking':
      return <Busy text={pairingTexts.asking} />;
    case 'pairing':
      return <Busy text={pairingTexts.pairing} />;
  }
}

function Waiting({ code, until }: { readonly code: string; readonly until: number }) {
  const shown = shownPairingCode(code);
  return (
    <>
      <div className={styles['qr']}>
        <QrCode label={pairingTexts.qr(shown)} text={pageUrl(`/sellers/pair/${code}`)} />
      </div>
      <p className={styles['code']}>
        <span className="visually-hidden">{pairingTexts.code}</span> {shown}
      </p>
      <Countdown until={until} />
    </>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const left = (): number => Math.max(0, Math.ceil((until - deviceClock.mono()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    return every(1_000, () => setSeconds(left()));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` follows `until`
  }, [until]);
  return <p className={styles['left']}>{pairingTexts.left(Math.floor(seconds / 60), seconds % 60)}</p>;
}

interface AgainProps {
  readonly sentences: readonly string[];
  readonly label: string;
  readonly onAgain: () => void;
}

function Again({ sentences, label, onAgain }: AgainProps) {
  return (
    <>
      {sentences.map((sentence) => (
        <div key={sentence} role="alert">
          <Notice tone="error">{sentence}</Notice>
        </div>
      ))}
      <Button fullWidth onClick={onAgain}>
        {label}
      </Button>
    </>
  );
}

function Busy({ text }: { readonly text: string }) {
  return (
    <p className={styles['busy']} role="status">
      <Spinner />
      {text}
    </p>
  );
}
