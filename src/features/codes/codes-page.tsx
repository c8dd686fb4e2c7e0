import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useGroups } from '#data/groups/groups.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { usePreferences } from '#data/device/preferences.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { placeState } from '#domain/order-group.ts';
import { formatMoney } from '#domain/money.ts';
import { matching } from '#domain/search.ts';
import type { Code, Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { IconPrinter, IconQr } from '#ui/icons.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { placeShapes, PlaceWords } from '#ui/place/place-words.tsx';
import { useNumberJump } from '#ui/place/use-number-jump.ts';
import { tellMissing } from '#ui/toast/toast.ts';
import styles from './codes-page.module.css';
import { codesTexts } from './texts.ts';

const loadLabels = () => importWithRetry(() => import('./code-labels.tsx'), tellMissing);
const CodeLabels = lazy(async () => ({ default: (await loadLabels()).CodeLabels }));

interface CodesPageProps {
  readonly store: Store;
  readonly codes: readonly Code[];
  /** Begins what a tap on the code leads to (G-22 to G-26). */
  readonly onCode: (code: Code) => void;
  /** Opens a table's detail, for whom a tap only adds an order; null: a tap opens it. */
  readonly onTable: ((group: OrderGroup) => void) | null;
  readonly headerActions?: ReactNode;
}

/** From this many codes on the list has a search field (E2). */
const searchableFrom = 13;

/** A card for each code with its live state; those where somebody waits come first (G-05 to G-13). */
export function CodesPage({ store, codes, onCode, onTable, headerActions }: CodesPageProps) {
  const groups = useGroups();
  const [typed, setTyped] = useState('');
  const [labels, setLabels] = useState(false);
  const grid = useRef<HTMLUListElement>(null);
  const shown = useMemo(() => matching(sorted(codes, groups), typed), [codes, groups, typed]);
  useNumberJump(grid, () => usePreferences.getState().singleKeys);
  return (
    <Screen>
      <ScreenHeader
        actions={
          <>
            {headerActions}
            {codes.length > 0 ? (
              <IconButton icon={<IconPrinter />} label={codesTexts.labels} onClick={() => setLabels(true)} />
            ) : null}
          </>
        }
        filters={
          codes.length >= searchableFrom ? (
            <SearchBox
              aria-keyshortcuts="/"
              label={codesTexts.search}
              placeholder={codesTexts.search}
              value={typed}
              onChange={setTyped}
            />
          ) : undefined
        }
        title={codesTexts.title}
      />
      <ScreenBody>
        {shown.length === 0 ? (
          <EmptyState icon={<IconQr size={32} />} title={codes.length === 0 ? codesTexts.none : codesTexts.noMatch} />
        ) : null}
        <ul ref={grid} aria-label={codesTexts.list} className={styles['grid']}>
          {shown.map(({ code, group, state, waiting }) => (
            <Card key={code.id} as="li" className={styles['card']} frame={placeShapes[state]}>
              <button className={styles['button']} type="button" onClick={() => onCode(code)}>
                <PlaceWords
                  code={code.code}
                  description={code.description}
                  state={state}
                  total={group === null ? null : formatMoney(group.total, store.currency)}
                  waiting={waiting}
                />
              </button>
              {onTable && group ? (
                <Button size="sm" variant="ghost" onClick={() => onTable(group)}>
                  {codesTexts.table}
                  <span className="visually-hidden"> {code.description}</span>
                </Button>
              ) : null}
            </Card>
          ))}
        </ul>
      </ScreenBody>
      {labels ? (
        <Suspense>
          <CodeLabels codes={codes} storeName={store.name} onClose={() => setLabels(false)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}

interface ShownCode {
  /** What the search looks at. */
  readonly label: string;
  readonly code: Code;
  readonly group: OrderGroup | null;
  readonly state: ReturnType<typeof placeState>;
  readonly waiting: number;
}

function sorted(codes: readonly Code[], groups: ReadonlyMap<number, OrderGroup>): ShownCode[] {
  const all = codes.map((code): ShownCode => {
    const group = groups.get(code.id) ?? null;
    const waiting = group?.waiting_count ?? code.waiting_count;
    const label = `${code.description} ${code.code}`;
    return { label, code, group, state: placeState(waiting, group), waiting };
  });
  return all.toSorted((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting'));
}
