import { createHash } from 'node:crypto';
import { getTableColumns, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';

/** A query whose text is built once for the whole process; each connection prepares it once. */
export interface FixedQuery<Values, Row> {
  readonly name: string;
  readonly text: string;
  /** The driver's parameters, in order. */
  readonly parameters: (values: Values) => unknown[];
  /** Only carries the type of a row. */
  readonly row?: Row;
}

const dialect = new PgDialect();

/**
 * Builds a query with `sql.placeholder(name)` for each of its values. A placeholder inside `sql.param(…, column)` is
 * written as the column writes it; every other value must be one that the driver can send. Rows come as the driver reads
 * them, so moments should be selected as text.
 */
export function fixedQuery<Values extends object, Row = never>(query: SQL): FixedQuery<Values, Row> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const readers = params.map((param): ((values: Values) => unknown) => {
    if (is(param, Placeholder)) return (values) => Reflect.get(values, param.name);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value: named } = param;
    return (values) => {
      const value: unknown = Reflect.get(values, named.name);
      return value === null ? null : encoder.mapToDriverValue(value);
    };
  });
  return {
    name: createHash('sha256').update(text).digest('hex').slice(0, 32),
    text,
    parameters: (values) => readers.map((read) => read(values)),
  };
}

type Written = Readonly<Record<string, (value: SQL) => SQL>>;

/**
 * Columns, and a parameter for each of them, for an INSERT; without the columns that the database numbers, unless
 * `withIds`. `written`: how SQL writes the value of a column.
 */
export function insertColumns(
  row: Readonly<Record<string, PgColumn>>,
  { withIds = false, written = {} }: { readonly withIds?: boolean; readonly written?: Written } = {},
): { readonly names: SQL; readonly values: SQL } {
  const columns = Object.entries(row).filter(([, column]) => withIds || column.generatedIdentity === undefined);
  const comma = sql`, `;
  return {
    names: sql.join(
      columns.map(([, column]) => sql.identifier(column.name)),
      comma,
    ),
    values: sql.join(
      columns.map(([key, column]) => {
        const value = sql`${sql.param(sql.placeholder(key), column)}`;
        return written[key]?.(value) ?? sql`${value}::${sql.raw(column.getSQLType())}`;
      }),
      comma,
    ),
  };
}

/** Inserts one row with all its columns, except those that the database numbers. */
export function fixedInsert<Table extends PgTable>(
  table: Table,
  written?: Written,
): FixedQuery<Required<Omit<Table['$inferInsert'], 'id'>>, never> {
  const { names, values } = insertColumns(getTableColumns(table), written && { written });
  return fixedQuery(sql`insert into ${table} (${names}) values (${values})`);
}
