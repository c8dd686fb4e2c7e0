import type { WireOrder } from '#contract/wire/orders.ts';
import { decodePaper } from '#domain/paper/decode.ts';
import type { Unprinted } from '#domain/unprinted.ts';
import type { QzDouble } from '#server/testing/qz-tray.ts';

/** What came out of a printer. */
type Paper = QzDouble['prints'][number];

/** What the board says of an order whose comanda is missing. */
export type UnprintedOrder = Pick<Unprinted, 'order_id' | 'kind' | 'reason'>;

/** An order as the server has it. `unprinted`: null unless it is shown as unprinted. */
export interface PrintedOrder {
  readonly order: WireOrder;
  readonly unprinted: UnprintedOrder | null;
}

interface Slip {
  readonly repeat: boolean;
  readonly voided: boolean;
  /** Its printer and «Comanda 248/3». */
  readonly name: string;
  readonly units: readonly { readonly mark: string; readonly units: number }[];
}

const markForm = /^linea\d+x$/;

function slipOf({ printer, bytes }: Paper): Slip {
  const rows = decodePaper(bytes).flatMap((row) => (row.kind === 'text' ? [row.text.trim()] : []));
  const units: { mark: string; units: number }[] = [];
  let quantity = 0;
  for (const row of rows) {
    quantity = Number(/^(\d+) x /.exec(row)?.[1] ?? quantity);
    if (markForm.test(row)) units.push({ mark: row, units: quantity });
  }
  return {
    repeat: rows.some((row) => row.startsWith('REIMPRESIÓN')),
    voided: rows.includes('ANULADO'),
    name: `${/Comanda \d+\/\d+/.exec(rows.join('\n'))?.[0]} on ${printer}`,
    units,
  };
}

/** Compares what came out of the printers with the orders. */
export class PrintLedger {
  /** The units that each line had when it was ordered, by its mark. */
  readonly #ordered = new Map<string, number>();
  /** The marks of each order, by its description. */
  readonly #marks = new Map<string, string[]>();
  readonly #slips: Slip[] = [];

  /** The comment of a new line, which its paper shows. */
  markOf(description: string, quantity: number): string {
    const mark = `linea${this.#ordered.size + 1}x`;
    this.#ordered.set(mark, quantity);
    this.#marks.set(description, [...(this.#marks.get(description) ?? []), mark]);
    return mark;
  }

  /** Reads a paper as it comes. */
  note(paper: Paper): void {
    this.#slips.push(slipOf(paper));
  }

  get papers(): number {
    return this.#slips.length;
  }

  get repeats(): number {
    return this.#slips.filter(({ repeat }) => repeat).length;
  }

  /**
   * What is wrong. doubled: a slip came out twice, or a line more often than it was ordered, without «REIMPRESIÓN».
   * missing: a line is not on paper, and its order is not shown as unprinted. kept: the same of a line that is not wanted
   * any more, and that no paper takes back.
   */
  check(orders: readonly PrintedOrder[]): readonly string[] {
    const wrong: string[] = [];
    const names = new Set<string>();
    const given = new Map<string, number>();
    const taken = new Map<string, number>();
    // A person asked for these, who knows what is on paper.
    const repeated = new Set<string>();
    for (const slip of this.#slips) {
      if (slip.repeat) {
        for (const { mark } of slip.units) repeated.add(mark);
        continue;
      }
      if (names.has(slip.name)) wrong.push(`doubled: ${slip.name}`);
      names.add(slip.name);
      const sums = slip.voided ? taken : given;
      for (const { mark, units } of slip.units) sums.set(mark, (sums.get(mark) ?? 0) + units);
    }
    for (const [mark, units] of given)
      if (units > (this.#ordered.get(mark) ?? 0)) wrong.push(`doubled: ${units} units of ${mark}`);
    for (const { order, unprinted } of orders) {
      // Nothing is broken any more, so an order that no computer took is not excused.
      if ((unprinted && unprinted.reason !== 'late') || !['ACCEPTED', 'DELIVER', 'REJECTED'].includes(order.status))
        continue;
      const wanted = new Map(
        order.status === 'REJECTED' ? [] : order.order_detail.map((row) => [row.comments ?? '', row.quantity]),
      );
      for (const mark of this.#marks.get(order.description ?? '') ?? []) {
        // «ANULADO» may come out for a line whose own slip was in doubt and did not come out.
        const onPaper = Math.max(0, (given.get(mark) ?? 0) - (taken.get(mark) ?? 0));
        const difference = onPaper - (wanted.get(mark) ?? 0);
        if (difference === 0 || repeated.has(mark)) continue;
        wrong.push(
          `${difference < 0 ? 'missing' : 'kept'}: ${mark} of order ${order.number}, ${order.status}: ${onPaper} on paper`,
        );
      }
    }
    return wrong;
  }

  /** Lines that are wanted and are on no paper at all, not even on a repeat. */
  neverPrinted(orders: readonly PrintedOrder[]): readonly string[] {
    const printed = new Set(this.#slips.flatMap(({ units }) => units.map(({ mark }) => mark)));
    return orders.flatMap(({ order }) =>
      order.status === 'ACCEPTED' || order.status === 'DELIVER'
        ? order.order_detail.flatMap(({ comments }) =>
            comments !== null && this.#ordered.has(comments) && !printed.has(comments)
              ? [`missing: ${comments} of order ${order.number}`]
              : [],
          )
        : [],
    );
  }
}
