import { useState } from 'react';
import { useSeenGuides } from '#data/device/guides.ts';
import type { TourId } from '#domain/tours.ts';
import { stepsOf } from '#domain/tours.ts';
import type { Plan } from '#domain/store.ts';
import { matching } from '#domain/search.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { IconSearch } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './guides.module.css';
import { guideTexts as texts, tourNames } from './texts.ts';

interface GuidePickerProps {
  readonly tours: readonly TourId[];
  readonly plan: Plan;
  readonly userId: number;
  /** Why the last chosen guide cannot start now; null without one. */
  readonly problem: string | null;
  readonly onChoose: (tour: TourId) => void;
  readonly onClose: () => void;
}

/** 'Guías en pantalla': the tours that this person is offered, with their length and what was seen (O-01, B12). */
export function GuidePicker({ tours, plan, userId, problem, onChoose, onClose }: GuidePickerProps) {
  const [typed, setTyped] = useState('');
  const { finished, left } = useSeenGuides(userId);
  const shown = matching(
    tours.map((id) => ({ id, label: tourNames[id] })),
    typed,
  );
  return (
    <Overlay open title={texts.title} onClose={onClose}>
      <div className={styles['picker']}>
        <SearchBox label={texts.search} placeholder={texts.search} value={typed} onChange={setTyped} />
        {problem === null ? null : <Notice tone="warning">{problem}</Notice>}
        {shown.length === 0 ? (
          <EmptyState icon={<IconSearch size={32} />} title={texts.none} />
        ) : (
          <ul aria-label={texts.list} className={styles['list']}>
            {shown.map(({ id, label }) => (
              <li key={id}>
                <button className={styles['guide']} type="button" onClick={() => onChoose(id)}>
                  <b>{label}</b>
                  <span className={styles['facts']}>
                    <span>{texts.length(stepsOf(id, plan).length)}</span>
                    {left[id] === undefined ? null : <span>{texts.resume(left[id] + 1)}</span>}
                  </span>
                  {finished.includes(id) ? <Badge tone="ready">{texts.seen}</Badge> : null}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Overlay>
  );
}
