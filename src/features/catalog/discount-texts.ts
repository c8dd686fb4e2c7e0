import type { Combination, DiscountRule } from '#domain/discounts.ts';
import type { Weekday } from '#domain/time.ts';
import { dateLabel } from '#texts/dates.ts';
import { weekdayLabels } from '#texts/time.ts';

/** M-09, M-10, M-11. */
export const combinationLabels: Readonly<Record<Combination, string>> = {
  SAME: 'productos iguales',
  VALUE: 'productos del mismo valor',
  ANY: 'otros productos',
};

const allDays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

function daysText(days: readonly Weekday[] | null): string {
  const chosen = days === null ? allDays : allDays.filter((d) => days.includes(d));
  if (chosen.length === allDays.length) return `De ${weekdayLabels[1]} a ${weekdayLabels[7]}`;
  return chosen.map((d) => weekdayLabels[d]).join(', ');
}

function datesText({ from, to }: Pick<DiscountRule, 'from' | 'to'>): string {
  if (to === null) return 'Sin fecha de caducidad';
  return from === null ? `Hasta el ${dateLabel(to)}` : `Del ${dateLabel(from)} al ${dateLabel(to)}`;
}

/** The explanation of the badge, one line each: products, days, end date (M-09 to M-13). */
export const discountLines = (rule: DiscountRule): string[] => [
  rule.type === 'PERCENTAGE'
    ? `${rule.value}% de descuento en cada unidad`
    : `Llevando ${rule.products_from} pagás ${rule.products_to}, combinando ${combinationLabels[rule.products_combination]}`,
  daysText(rule.days),
  datesText(rule),
];
