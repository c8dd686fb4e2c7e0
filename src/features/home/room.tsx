import { useState } from 'react';
import type { Code, FloorMap } from '#domain/store.ts';
import { ChipRow, SectionTag } from '#ui/action/chip.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './room.module.css';
import { homeTexts } from './texts.ts';

interface CodeRowsProps {
  readonly codes: readonly Code[];
  /** Starts an order at a code; null: this person takes none. A table is opened as a group, not picked (H-35). */
  readonly onCode: ((code: Code) => void) | null;
}

/** Codes and what waits at them. */
const CodeRows = ({ codes, onCode }: CodeRowsProps) => (
  <ul className={styles['codes']}>
    {codes.map((code) => (
      <li key={code.id}>
        {onCode && !code.group ? (
          <button className={styles['code']} type="button" onClick={() => onCode(code)}>
            <CodeWords code={code} />
          </button>
        ) : (
          <div className={styles['code']}>
            <CodeWords code={code} />
          </div>
        )}
      </li>
    ))}
  </ul>
);

const CodeWords = ({ code }: { readonly code: Code }) => (
  <>
    <b>{code.description}</b>
    {code.waiting_count > 0 ? (
      <StateTag state="waiting">{homeTexts.waiting(code.waiting_count)}</StateTag>
    ) : (
      <span className={styles['quiet']}>{homeTexts.noPending}</span>
    )}
  </>
);

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
export function FloorMaps({ maps, codes, onCode }: FloorMapsProps) {
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
      <CodeRows codes={tables} onCode={onCode} />
    </Panel>
  );
}
