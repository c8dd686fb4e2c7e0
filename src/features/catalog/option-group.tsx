import type { RefObject } from 'react';
import { useId } from 'react';
import type { Additional, OptionGroup as Group, Selection } from '#domain/catalog.ts';
import { groupHint, isGroupSatisfied, selectedInGroup, withAdditional } from '#domain/catalog.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { cx } from '#ui/class-names.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { IconAlert, IconCheck } from '#ui/icons.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './item-detail.module.css';
import { productTexts, groupHintText } from './texts.ts';

interface OptionGroupProps {
  readonly group: Group;
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
  readonly currency: Currency;
  /** True after the user tried to add an incomplete selection: missing groups are marked. */
  readonly tried: boolean;
  readonly first: boolean;
  readonly ref: RefObject<HTMLFieldSetElement | null> | null;
}

const priceOf = ({ price }: Additional, currency: Currency): string =>
  price === 0 ? productTexts.noCost : formatMoney(price, currency);

/** Name and options of a group, to read. */
export const OptionList = ({ group, currency }: Pick<OptionGroupProps, 'group' | 'currency'>) => (
  <section className={styles['group']}>
    <div className={styles['groupHead']}>
      <h3>{group.name}</h3>
    </div>
    <ul>
      {group.additionals.map((additional) => (
        <li key={additional.id} className={styles['option']}>
          <span className={styles['optionName']}>{additional.name}</span>
          <span className={styles['optionPrice']}>{priceOf(additional, currency)}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** Name, live hint and options of a group; at its maximum the unchosen options are disabled (C-29 to C-41). */
export function OptionGroupField({ group, selection, onChange, currency, tried, first, ref }: OptionGroupProps) {
  const id = useId();
  const hint = groupHint(group, selection);
  const complete = hint.kind === 'complete';
  const missing = tried && !isGroupSatisfied(group, selection);
  const room = group.constraints.max - selectedInGroup(group, selection);

  const step = (additional: Additional, by: 1 | -1): void => {
    const next = withAdditional(group, selection, additional.id, by);
    if (next === selection) return;
    onChange(next);
    announce(groupHintText(groupHint(group, next)));
  };
  const price = (additional: Additional): string => priceOf(additional, currency);

  return (
    <fieldset
      ref={ref}
      aria-describedby={`${id}-hint`}
      aria-labelledby={`${id}-name`}
      className={styles['group']}
      tabIndex={-1}
    >
      <div className={styles['groupHead']}>
        <h3 id={`${id}-name`}>{group.name}</h3>
        <p
          className={cx(styles['hint'], complete && styles['complete'], missing && styles['missing'])}
          id={`${id}-hint`}
        >
          {complete ? <IconCheck size={18} /> : null}
          {missing ? <IconAlert size={18} /> : null}
          {groupHintText(hint)}
        </p>
      </div>
      {group.additionals.length === 0 ? <p className={styles['quiet']}>{productTexts.noOptions}</p> : null}
      {group.additionals.map((additional, index) => {
        const count = selection[additional.id] ?? 0;
        const autofocus = first && index === 0 ? { 'data-autofocus': '' } : {};
        return additional.max === 1 ? (
          <Checkbox
            key={additional.id}
            {...autofocus}
            checked={count > 0}
            disabled={count === 0 && room <= 0}
            label={additional.name}
            trailing={<span className={styles['optionPrice']}>{price(additional)}</span>}
            onChange={(checked) => step(additional, checked ? 1 : -1)}
          />
        ) : (
          <div key={additional.id} className={styles['option']}>
            <span className={styles['optionName']}>{additional.name}</span>
            <span className={styles['optionPrice']}>{price(additional)}</span>
            <NumberStepper
              hideLabel
              label={productTexts.option(additional.name, price(additional))}
              max={Math.min(additional.max, count + Math.max(room, 0))}
              size="sm"
              value={count}
              onChange={(value) => {
                const by = value > count ? 1 : -1;
                let next = selection;
                for (let n = count; n !== value; n += by) next = withAdditional(group, next, additional.id, by);
                onChange(next);
                announce(groupHintText(groupHint(group, next)));
              }}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
