import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { loading } from '#data/device/loading.ts';
import { printPointsQuery, registerPrinters, sectionsQuery } from '#data/printing/print-points.ts';
import { usePrintService } from '#data/printing/print-service.ts';
import { setPrinterConfigs, usePrinterConfigs } from '#data/printing/printer-configs.ts';
import type { PrinterConfig, PrinterConfigs, PrinterKind, PrintPoint, PrintRow } from '#domain/printing.ts';
import { mayPrintByItself, printersOf, printRows, remotePoints, twinPoints } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { RadioCards, type RadioOption } from '#ui/form/radio-cards.tsx';
import { Select } from '#ui/form/select.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './print-points.module.css';
import { ServiceHelp, ServiceStatus } from './service-status.tsx';
import { configTexts, rowTexts, typeTexts as texts } from './texts.ts';

/** A destination as the value of a radio card; '' while none is chosen. */
const localKey = (printer: string): string => `local ${printer}`;
const remoteKey = (id: number): string => `remote ${id}`;

interface Draft {
  readonly target: string;
  /** Kinds that print by themselves. */
  readonly automatic: readonly PrinterKind[];
  /** '' prints on the chosen printer. */
  readonly assemblies: Readonly<Record<string, string>>;
}

function draftOf(configs: PrinterConfigs, row: PrintRow): Draft {
  const config = configs[printRows[row][0]];
  const automatic = printRows[row].filter((kind) => configs[kind]?.automatic === true);
  if (!config) return { target: '', automatic, assemblies: {} };
  const target = config.method === 'local' ? localKey(config.value) : remoteKey(config.value);
  return { target, automatic, assemblies: config.assemblies };
}

/** The config of one kind of the row; null without a destination. */
function configOf({ target, automatic, assemblies }: Draft, kind: PrinterKind): PrinterConfig | null {
  const [method, ...rest] = target.split(' ');
  const value = rest.join(' ');
  if (value === '') return null;
  if (method !== 'local' && method !== 'remote') return null;
  const more = { automatic: automatic.includes(kind) && mayPrintByItself(kind, method) };
  if (method === 'remote') return { method, value: Number(value), ...more, assemblies: {} };
  const own = Object.entries(assemblies).filter(([, printer]) => printer !== '' && printer !== value);
  return { method: 'local', value, ...more, assemblies: Object.fromEntries(own) };
}

interface PrintTypeDialogProps {
  readonly row: PrintRow;
  readonly store: Store;
  readonly onClose: () => void;
  readonly onPrintPoint: () => void;
}

/** Where one row of the print card prints: this computer's printers, or another print point (G3, P-08 to P-13). */
export function PrintTypeDialog({ row, store, onClose, onPrintPoint }: PrintTypeDialogProps) {
  const configs = usePrinterConfigs(store.id);
  const query = useQuery(printPointsQuery(store.id));
  const points = query.data;
  const [draft, setDraft] = useState(() => draftOf(configs, row));
  const [problem, setProblem] = useState<string | null>(null);
  const refuse = (sentence: string): void => {
    setProblem(sentence);
    announce(sentence, 'assertive');
  };
  const { sending, submit } = useSubmit((error) => refuse(readFailureText(error)));
  const own = points?.find((point) => point.own) ?? null;
  const kinds: readonly PrinterKind[] = printRows[row];
  const keep = (change: Readonly<Partial<Record<PrinterKind, PrinterConfig | null>>>): void => {
    setPrinterConfigs(store.id, change);
    toast.show({ id: 'print-settings', kind: 'success', text: configTexts.saved });
    onClose();
  };
  /** What the server has to know: the printers that it signs for, and whether comandas print by themselves. */
  const tellPoint = async (config: PrinterConfig | null): Promise<void> => {
    if (!own) return;
    const automatic = config?.method === 'local' && config.automatic;
    const names = config ? printersOf(config) : [];
    await registerPrinters(store.id, own, row === 'commander' ? { names, automatic } : { names });
  };
  const remove = (): void =>
    void submit(async () => {
      await tellPoint(null);
      keep(Object.fromEntries(kinds.map((kind) => [kind, null])));
    });
  const save = (): void =>
    void submit(async () => {
      const config = configOf(draft, kinds[0] ?? row);
      if (!config) return refuse(texts.chooseFirst);
      await tellPoint(config);
      keep(Object.fromEntries(kinds.map((kind) => [kind, configOf(draft, kind)])));
    });
  const wanted = row === 'commander' ? configOf(draft, 'commander') : null;
  const twins = wanted?.automatic ? twinPoints(points ?? [], printersOf(wanted)) : [];
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(configs, row));
  return (
    <Overlay
      dirty={isDirty}
      footer={
        <div className={styles['footer']}>
          <Button disabled={kinds.every((kind) => !configs[kind])} variant="danger" onClick={remove}>
            {texts.remove}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button loading={sending} onClick={save}>
            {texts.save}
          </Button>
        </div>
      }
      open
      title={rowTexts[row].title}
      onClose={onClose}
    >
      <div className={styles['form']}>
        <Destinations
          own={own}
          query={loading(query)}
          row={row}
          storeId={store.id}
          value={draft.target}
          onChange={(target) => {
            setProblem(null);
            setDraft({ ...draft, target });
          }}
          onPrintPoint={onPrintPoint}
        />
        {problem === null ? null : <Notice tone="error">{problem}</Notice>}
        {kinds
          .filter((kind) => mayPrintByItself(kind, draft.target.startsWith('remote ') ? 'remote' : 'local'))
          .map((kind) => (
            <Switch
              key={kind}
              checked={draft.automatic.includes(kind)}
              hint={texts.automaticHint}
              label={texts.automaticOf[row === 'commander' && kind === 'rejected' ? 'rejected' : row]}
              onChange={(on) =>
                setDraft({ ...draft, automatic: kinds.filter((k) => (k === kind ? on : draft.automatic.includes(k))) })
              }
            />
          ))}
        {twins.map(({ id, name }) => (
          <Notice key={id} tone="warning">
            {texts.twin(name)}
          </Notice>
        ))}
        {row === 'commander' && draft.target.startsWith('local ') ? (
          <Sections
            chosen={draft.assemblies}
            main={draft.target.slice('local '.length)}
            storeId={store.id}
            onChange={(assemblies) => setDraft({ ...draft, assemblies })}
          />
        ) : null}
      </div>
    </Overlay>
  );
}

interface DestinationsProps {
  readonly row: PrintRow;
  readonly storeId: number;
  readonly own: PrintPoint | null;
  readonly query: ReturnType<typeof loading<readonly PrintPoint[]>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onPrintPoint: () => void;
}

function Destinations({ row, storeId, own, query, value, onChange, onPrintPoint }: DestinationsProps): ReactNode {
  const { state, printers } = usePrintService();
  const link = (
    <Button variant="ghost" onClick={onPrintPoint}>
      {texts.toPoint}
    </Button>
  );
  const points = query.data;
  const isConnecting = state.name === 'pending' || (state.name === 'connected' && !printers);
  const wait = (
    <p className={styles['status']} role="status">
      <Spinner />
      {texts.loading}
    </p>
  );
  const options: RadioOption<string>[] = [
    ...(printers ?? []).map((printer) => ({
      value: localKey(printer),
      label: printer,
      hint: texts.local,
      disabled: own === null,
    })),
    ...remotePoints(points ?? [], row).map(({ id, name }) => ({
      value: remoteKey(id),
      label: name,
      hint: texts.remote,
    })),
  ];
  const isKnown = value === '' || options.some((option) => option.value === value);
  // What is chosen stays in the list, also while its printer is switched off.
  if (!isKnown && value.startsWith('local '))
    options.unshift({ value, label: value.slice('local '.length), hint: texts.missing });
  return (
    <>
      <ServiceStatus storeId={storeId} />
      <ServiceHelp />
      <Loaded {...query} skeleton={wait}>
        {() => (isConnecting ? wait : null)}
      </Loaded>
      {options.length > 0 ? (
        <RadioCards label={texts.destination} options={options} value={value} onChange={onChange} />
      ) : null}
      {points === undefined || isConnecting || options.length > 0 ? null : <Notice>{texts.noPrinters}</Notice>}
      {points !== undefined && own === null && (printers?.length ?? 0) > 0 ? (
        <Notice tone="warning">{texts.needsPoint}</Notice>
      ) : null}
      {link}
    </>
  );
}

interface SectionsProps {
  readonly storeId: number;
  /** The printer of every section without its own. */
  readonly main: string;
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChange: (chosen: Readonly<Record<string, string>>) => void;
}

/** The printer of each kitchen section (P-23). */
function Sections({ storeId, main, chosen, onChange }: SectionsProps) {
  const { data: sections = [] } = useQuery(sectionsQuery(storeId));
  const printers = usePrintService((s) => s.printers);
  if (sections.length === 0) return null;
  const names = [...new Set([...(printers ?? []), ...Object.values(chosen)])].filter((n) => n !== '' && n !== main);
  const options = [{ value: '', label: texts.sameAs(main) }, ...names.map((name) => ({ value: name, label: name }))];
  return (
    <fieldset className={styles['sections']}>
      <legend className={styles['legend']}>{texts.sections}</legend>
      {sections.map(({ id, name }) => (
        <Select
          key={id}
          label={name}
          options={options}
          value={options.some((o) => o.value === chosen[id]) ? (chosen[id] ?? '') : ''}
          onChange={(printer) => onChange({ ...chosen, [id]: printer })}
        />
      ))}
    </fieldset>
  );
}
