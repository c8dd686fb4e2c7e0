import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { loading } from '#data/device/loading.ts';
import { printPointsQuery, savePrintPoint } from '#data/printing/print-points.ts';
import { usePrintService } from '#data/printing/print-service.ts';
import { type PrinterKind, type PrintPoint, printPointNameProblem } from '#domain/printing.ts';
import { printRowNames, printRows } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { failureText } from '#texts/errors.ts';
import { fieldText } from '#texts/fields.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Checkbox, Switch } from '#ui/form/choice.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Panel } from '#ui/layout/card.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './print-points.module.css';
import { DownloadSteps, ServiceHelp, ServiceStatus, useServiceAtStart } from './service-status.tsx';
import { pointTexts as texts, rowTexts } from './texts.ts';

interface PrintPointPageProps {
  readonly store: Store;
  /** A link, before the title. */
  readonly back: ReactNode;
  readonly headerActions?: ReactNode;
  readonly onSaved: () => void;
}

/** This device as a print point (G4). Its form shows only with QZ Tray connected (P-14, P-15). */
export function PrintPointPage({ store, back, headerActions, onSaved }: PrintPointPageProps) {
  useServiceAtStart(store.id);
  const online = useNetwork((n) => n.online);
  const connected = usePrintService((s) => s.state.name === 'connected');
  const pending = usePrintService((s) => s.state.name === 'pending');
  const points = useQuery(printPointsQuery(store.id));
  return (
    <Screen>
      <ScreenHeader actions={headerActions} start={back} title={texts.title} />
      <ScreenBody>
        <Panel className={styles['narrow']}>
          <div className={styles['stack']}>
            <ServiceStatus storeId={store.id} />
            <ServiceHelp />
            {connected ? (
              <Loaded
                {...loading(points)}
                offline={online ? null : <OfflineNotice>{texts.needsNetwork}</OfflineNotice>}
                skeleton={<Skeleton height={240} />}
              >
                {(list) => (
                  <PointForm known={list.find((p) => p.own) ?? null} online={online} store={store} onSaved={onSaved} />
                )}
              </Loaded>
            ) : pending ? null : (
              <DownloadSteps />
            )}
          </div>
        </Panel>
      </ScreenBody>
    </Screen>
  );
}

interface PointFormProps {
  readonly store: Store;
  /** null: this device is no print point yet. */
  readonly known: PrintPoint | null;
  readonly online: boolean;
  readonly onSaved: () => void;
}

function PointForm({ store, known, online, onSaved }: PointFormProps) {
  const [name, setName] = useState(known?.name ?? '');
  const [shared, setShared] = useState(known ? known.shared === 1 : true);
  const [types, setTypes] = useState<readonly PrinterKind[]>(known?.types ?? []);
  const [key] = useState(newUuid);
  const [nameError, setNameError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const { sending, submit } = useSubmit((error) => {
    const failure = readFailure(error);
    const [atName] = failure.fields['name'] ?? [];
    setNameError(atName);
    if (atName !== undefined) return announce(atName, 'assertive');
    const sentence = failure.code === 'conflict' ? texts.taken : failureText(failure);
    setProblem(sentence);
    announce(sentence, 'assertive');
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    const wrong = printPointNameProblem(name);
    setNameError(wrong ? fieldText(wrong) : undefined);
    if (wrong) return announce(fieldText(wrong), 'assertive');
    void submit(async () => {
      await savePrintPoint(store.id, known, { name: name.trim(), shared: shared ? 1 : 0, types }, key);
      toast.show({ id: 'print-settings', kind: 'success', text: texts.saved });
      onSaved();
    });
  };
  return (
    <form className={styles['form']} noValidate onSubmit={save}>
      <TextField error={nameError} hint={texts.nameHint} label={texts.name} value={name} onChange={setName} />
      <Switch checked={shared} hint={texts.sharedHint} label={texts.shared} onChange={setShared} />
      <fieldset className={styles['sections']} disabled={!shared}>
        <legend className={styles['legend']}>{texts.types}</legend>
        {printRowNames.map((row) => (
          <Checkbox
            key={row}
            checked={printRows[row].every((kind) => types.includes(kind))}
            label={rowTexts[row].name}
            onChange={(on) => {
              const kinds: readonly PrinterKind[] = printRows[row];
              const others = types.filter((kind) => !kinds.includes(kind));
              setTypes(on ? [...others, ...kinds] : others);
            }}
          />
        ))}
      </fieldset>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      <Button disabledReason={online ? undefined : texts.needsNetwork} fullWidth loading={sending} type="submit">
        {texts.save}
      </Button>
    </form>
  );
}
