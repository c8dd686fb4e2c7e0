import type { PastDay } from '#contract/wire/past-days.ts';
import type { Store } from '#domain/store.ts';
import { formatMoney } from '#domain/money.ts';
import type { Instant } from '#domain/time.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { deviceLabel } from '#texts/device.ts';
import { historyWords } from '#texts/order-history.ts';
import { entryWords, pastTexts as texts } from './texts.ts';

/** Something that happened: when, what, by whom and where. */
export interface ToldChange {
  readonly key: string;
  readonly at: Instant;
  readonly text: string;
  readonly detail: string | null;
  /** A readable device; null: it was no person. */
  readonly device: string | null;
}

/** Everything that happened to orders and registers within the day, oldest first. */
export function changesOfDay({ from, to, orders, registers }: PastDay, store: Store): readonly ToldChange[] {
  const changes = orders.flatMap(({ id, number, changes: all }) =>
    all.map((entry, index) => {
      const { text, detail } = historyWords(entry, all, store);
      return {
        key: `order-${id}-${index}`,
        at: entry.at,
        text: `${texts.order(number)} · ${text}`,
        detail,
        device: entry.device,
      };
    }),
  );
  const moved = registers.flatMap(({ entries }) =>
    (entries ?? []).flatMap(({ id, kind, by, at, amount, flow_type: flow, description, device, authorised_by }) => {
      const words = entryWords[kind];
      if (words === undefined) return [];
      const detail = [
        formatMoney(amount, store.currency),
        flow && flowTypeTexts[flow],
        description,
        authorised_by && `Autorizó ${authorised_by}`,
      ];
      return [
        {
          key: `entry-${id}`,
          at,
          text: `${by} ${words}`,
          detail: detail.filter(Boolean).join(' · '),
          device: device && deviceLabel(device),
        },
      ];
    }),
  );
  const turned = registers.flatMap(({ id, opened_at, opened_by, open_amount, closed_at, closed_by, counted }) => [
    {
      key: `open-${id}`,
      at: opened_at,
      text: texts.opened(opened_by),
      detail: `${texts.initial}: ${formatMoney(open_amount, store.currency)}`,
      device: null,
    },
    ...(closed_at === null || closed_by === null
      ? []
      : [
          {
            key: `close-${id}`,
            at: closed_at,
            text: texts.closed(closed_by),
            detail: counted === null ? null : texts.counted(formatMoney(counted, store.currency)),
            device: null,
          },
        ]),
  ]);
  return [...changes, ...moved, ...turned].filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at);
}
