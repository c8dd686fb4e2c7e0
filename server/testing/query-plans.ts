import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { isObject } from '#domain/unknown.ts';
import type { SentQuery } from './counted-queries.ts';

/** How PostgreSQL answered one statement, as far as the given tables are concerned. */
export interface QueryPlan {
  readonly text: string;
  /** The steps of the plan, for the message of a failure. */
  readonly steps: string;
  /** The tables that were read from beginning to end. */
  readonly scanned: readonly string[];
  /** Rows that were read from the tables, with the rows that a filter refused. */
  readonly rows: number;
  /** Pages of 8 kB that were read from the tables and their indexes. */
  readonly pages: number;
}

const numberIn = (node: Readonly<Record<PropertyKey, unknown>>, name: string): number => Number(node[name] ?? 0);

function* nodesOf(node: unknown): Generator<Readonly<Record<PropertyKey, unknown>>> {
  if (!isObject(node)) return;
  yield node;
  if (Array.isArray(node.Plans)) for (const inner of node.Plans) yield* nodesOf(inner);
}

function planOf(text: string, root: unknown, tables: ReadonlySet<string>): QueryPlan {
  const nodes = [...nodesOf(root)];
  const stepOf = (node: Readonly<Record<PropertyKey, unknown>>): string =>
    [node['Node Type'], node['Relation Name'], node['Index Name'], node['Actual Rows']].filter(Boolean).join(' ');
  const scans = nodes.filter((node) => tables.has(String(node['Relation Name'])));
  return {
    text,
    steps: nodes.map(stepOf).join(' < '),
    scanned: scans.filter((n) => n['Node Type'] === 'Seq Scan').map((n) => String(n['Relation Name'])),
    rows: scans.reduce((sum, n) => {
      const refused = numberIn(n, 'Rows Removed by Filter') + numberIn(n, 'Rows Removed by Index Recheck');
      return sum + (numberIn(n, 'Actual Rows') + refused) * numberIn(n, 'Actual Loops');
    }, 0),
    pages: scans.reduce((sum, n) => sum + numberIn(n, 'Shared Hit Blocks') + numberIn(n, 'Shared Read Blocks'), 0),
  };
}

const literal = (value: unknown): string => {
  const text = utils.prepareValue(value);
  return text === null ? 'null' : pg.escapeLiteral(String(text));
};

/**
 * Runs the statements of one request again, in the same transactions and roles, and returns the plan of each. As in a
 * running server, a prepared statement is planned with its values or (`generic`) for any values.
 */
export async function replay(
  client: pg.Client,
  queries: readonly SentQuery[],
  mode: 'custom' | 'generic',
  tables: ReadonlySet<string>,
): Promise<QueryPlan[]> {
  await client.query(`set plan_cache_mode = force_${mode}_plan`);
  const plans: QueryPlan[] = [];
  for (const { text, values } of queries) {
    if (!/^\s*(select|with)/i.test(text) || text.includes('set_config')) {
      await client.query(text, [...values]);
      continue;
    }
    await client.query(`prepare replayed as ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>({
      text: `explain (analyze, buffers, timing off, format json) execute replayed${given}`,
    });
    await client.query('deallocate replayed');
    const answer: unknown = rows[0]?.['QUERY PLAN'];
    const [first]: unknown[] = Array.isArray(answer) ? answer : [];
    plans.push(planOf(text, isObject(first) ? first.Plan : null, tables));
  }
  return plans;
}
