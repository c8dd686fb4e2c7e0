import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { approveKiosk, kioskQueries, refuseKiosk } from '#data/kiosk/kiosks.ts';
import { useNetwork } from '#data/device/device.ts';
import { kioskNameChars, normalPairingCode, shownPairingCode } from '#domain/kiosk.ts';
import { failureSentences } from '#texts/errors.ts';
import { fieldText } from '#texts/fields.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { toast } from '#ui/toast/toast.ts';
import { KioskList } from './kiosk-list.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import styles from './pair-page.module.css';
import { pairTexts } from './texts.ts';

interface PairPageProps {
  readonly storeId: number;
  readonly zone: string;
  /** Another feature's content, such as the sync pill. */
  readonly headerActions: ReactNode;
  /** The scanned or typed code; null shows the form. */
  readonly code: string | null;
  readonly onCode: (code: string) => void;
  /** Called after the decision, or to enter another code. */
  readonly onDone: () => void;
}

/**
 * «Vincular pantalla»: an admin checks the device behind a code, names it, and approves or refuses it. Below, the list
 * of paired screens.
 */
export function PairPage({ storeId, zone, headerActions, code, onCode, onDone }: PairPageProps) {
  return (
    <Screen>
      <ScreenHeader actions={headerActions} title={pairTexts.title} />
      <ScreenBody>
        <div className={styles['page']}>
          <Card className={styles['card']}>
            <p className={styles['intro']}>{pairTexts.intro}</p>
            {code === null ? (
              <CodeForm onCode={onCode} />
            ) : (
              <Waiting key={code} code={code} storeId={storeId} onCode={onCode} onDone={onDone} />
            )}
          </Card>
          <KioskList storeId={storeId} zone={zone} />
        </div>
      </ScreenBody>
    </Screen>
  );
}

interface CodeFormProps {
  /** A code that no screen shows: it can be corrected. */
  readonly unknown?: string;
  readonly onCode: (code: string) => void;
}

function CodeForm({ unknown, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState(() => (unknown === undefined ? '' : shownPairingCode(unknown)));
  const [problem, setProblem] = useState<string | null>(unknown === undefined ? null : pairTexts.unknown);
  const field = useRef<HTMLInputElement>(null);
  const online = useNetwork((s) => s.online);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const code = normalPairingCode(typed);
    setProblem(code === null ? pairTexts.codeWrong : null);
    if (code === null) field.current?.focus();
    else onCode(code);
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <p>{pairTexts.how}</p>
      <TextField
        ref={field}
        autoCapitalize="characters"
        autoComplete="off"
        error={problem ?? undefined}
        hint={pairTexts.codeHint}
        label={pairTexts.codeLabel}
        maxLength={20}
        spellCheck={false}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setProblem(null);
        }}
      />
      <Button disabledReason={online ? null : pairTexts.offline} type="submit">
        {pairTexts.find}
      </Button>
    </form>
  );
}

const sentencesOf = (error: unknown): readonly string[] => {
  const failure = readFailure(error);
  return failure.code === 'not_found' ? [pairTexts.unknown] : failureSentences(failure);
};

interface WaitingProps {
  readonly storeId: number;
  readonly code: string;
  readonly onDone: () => void;
}

function Waiting({ storeId, code, onCode, onDone }: WaitingProps & Pick<CodeFormProps, 'onCode'>) {
  const { data, error, errorUpdatedAt, isPending, refetch, isFetching } = useQuery(kioskQueries.pairing(storeId, code));
  if (isPending)
    return (
      <SkeletonGroup label={pairTexts.loading}>
        <Skeleton height={28} width="60%" />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </SkeletonGroup>
    );
  if (error && readFailure(error).code === 'not_found')
    return (
      <CodeForm
        key={errorUpdatedAt}
        unknown={code}
        onCode={(next) => (next === code ? void refetch() : onCode(next))}
      />
    );
  if (error) {
    const again = ['no_response', 'internal', 'too_many_requests'].includes(readFailure(error).code);
    return (
      <>
        <Refusals sentences={sentencesOf(error)} />
        <div className={styles['answers']}>
          {again ? (
            <Button loading={isFetching} onClick={() => void refetch()}>
              {pairTexts.retry}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={onDone}>
            {pairTexts.another}
          </Button>
        </div>
      </>
    );
  }
  return <Decision code={code} device={data.device} storeId={storeId} onDone={onDone} />;
}

function Decision({ storeId, code, device, onDone }: WaitingProps & { readonly device: string }) {
  const [name, setName] = useState<string>(pairTexts.nameDefault);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [short, setShort] = useState(false);
  const { what: busy, submit } = useSubmit<'approve' | 'refuse'>((error) => setRefused(sentencesOf(error)));
  const online = useNetwork((s) => s.online);
  const field = useRef<HTMLInputElement>(null);

  const decide = (what: 'approve' | 'refuse'): void => {
    if (busy !== null || !online) return;
    const called = name.trim();
    const tooShort = what === 'approve' && called.length < kioskNameChars.min;
    setShort(tooShort);
    setRefused([]);
    if (tooShort) return field.current?.focus();
    void submit(async () => {
      if (what === 'approve') await approveKiosk(storeId, code, called);
      else await refuseKiosk(storeId, code);
      toast.show({ kind: 'success', text: what === 'approve' ? pairTexts.approved(called) : pairTexts.refused });
      onDone();
    }, what);
  };

  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        decide('approve');
      }}
    >
      <div>
        <h2 className={styles['device']}>{pairTexts.device(device)}</h2>
        <p>
          {pairTexts.check} <b className={styles['code']}>{shownPairingCode(code)}</b>
        </p>
      </div>
      <Refusals sentences={refused} />
      <TextField
        ref={field}
        autoComplete="off"
        error={short ? fieldText({ rule: 'min-length', min: kioskNameChars.min }) : undefined}
        label={pairTexts.name}
        maxLength={kioskNameChars.max}
        placeholder={pairTexts.namePlaceholder}
        value={name}
        onChange={setName}
      />
      <div className={styles['answers']}>
        <Button disabledReason={online ? null : pairTexts.offline} loading={busy === 'approve'} type="submit">
          {pairTexts.approve}
        </Button>
        <Button disabled={!online} loading={busy === 'refuse'} variant="secondary" onClick={() => decide('refuse')}>
          {pairTexts.refuse}
        </Button>
      </div>
    </form>
  );
}

function Refusals({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <div key={sentence} role="alert">
      <Notice tone="error">{sentence}</Notice>
    </div>
  ));
}
