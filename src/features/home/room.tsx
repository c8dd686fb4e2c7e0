import { useState } from 'react';
import { useGroups } from '#data/groups/groups.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { placeState } from '#domain/order-group.ts';
import type { Code, FloorMap } from '#domain/store.ts';
import { ChipRow, SectionTag } from '#ui/action/chip.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { PlaceWords } from '#ui/place/place-words.tsx';
import styles from './room.module.css';
import { homeTexts } from './texts.ts';

interface CodeRowsProps {
  readonly codes: readonly Code[];
  readonly currency: Currency;
  /** Begins what a tap on a code leads to; null: this person takes no orders. */
  readonly onCode: ((code: Code) => void) | null;
}

/** Codes and what waits at them. */
function CodeRows({ codes, currency, onCode }: CodeRowsProps) {
  const groups = useGroups();
  return (
    <ul className={styles['codes']}>
      {codes.map((code) => {
        const group = groups.get(code.id) ?? null;
        const waiting = group?.waiting_count ?? code.waiting_count;
        const words = (
          <PlaceWords
            description={code.description}
            state={placeState(waiting, group)}
            total={group === null ? null : formatMoney(group.total, currency)}
            waiting={waiting}
          />
        );
        return (
          <li key={code.id}>
            {onCode ? (
              <button className={styles['code']} type="button" onClick={() => onCode(code)}>
                {words}
              </button>
            ) : (
              <div className={styles['code']}>{words}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The codes of a store without maps (H-05). */
export const CodeList = (props: CodeRowsProps) => (
  <Panel title={homeTexts.codes}>
    <CodeRows {...props} />
  </Panel>
);

interface FloorMapsProps extends CodeRowsProps {
  readonly maps: readonly FloorMap[];
}

/** The tables of one floor map, the first by default, as a list in reading order (H-05). */
export function FloorMaps({ maps, codes, ...rows }: FloorMapsProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const map = maps.find((m) => m.id === chosen) ?? maps[0];
  // Older versions stored maps without `tables`.
  const tables = (map?.tables ?? []).flatMap((id) => codes.find((c) => c.id === id) ?? []);
  return (
    <Panel title={homeTexts.maps}>
      {maps.length > 1 ? (
        <ChipRow label={homeTexts.maps} wrap>
          {maps.map(({ id, name }) => (
            <SectionTag key={id} current={id === map?.id} onSelect={() => setChosen(id)}>
              {name}
            </SectionTag>
          ))}
        </ChipRow>
      ) : null}
      <CodeRows {...rows} codes={tables} />
    </Panel>
  );
}
