import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { isObject } from '#domain/unknown.ts';

interface TypeParsers {
  getTypeParser(oid: number, format?: 'text'): unknown;
}

export const hasTypeParsers = (types: unknown): types is TypeParsers =>
  isObject(types) && typeof types.getTypeParser === 'function';

/** A statement with a name, by which each connection prepares it once. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** 'array' = rows are arrays, not objects. */
  readonly rowMode?: unknown;
  /** How the values of a type are read; the driver's own way when missing. */
  readonly types?: TypeParsers | undefined;
}

interface StatementResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
  readonly fields: readonly pg.FieldDef[];
}

/** Gets the result of a statement, or the error, which is null without one. */
export type OnResult = (error: unknown, result?: StatementResult) => void;

interface Columns {
  readonly fields: readonly pg.FieldDef[];
  readRow(values: readonly (string | null)[]): unknown;
}

/** The columns of the statements that a connection has run, by `keyOf`. */
export type KnownColumns = Map<string, Columns>;

const keyOf = ({ name, rowMode, types }: NamedStatement): string =>
  `${name} ${rowMode === 'array'} ${types === undefined}`;

const noColumns: Columns = {
  fields: [],
  readRow() {
    throw new Error('a row without columns');
  },
};

function columnsOf(fields: readonly pg.FieldDef[], { rowMode, types = pg.types }: NamedStatement): Columns {
  const parsers = fields.map(({ dataTypeID }): ((text: string) => unknown) => {
    const parser = types.getTypeParser(dataTypeID, 'text');
    return typeof parser === 'function' ? (text) => Reflect.apply(parser, undefined, [text]) : (text) => text;
  });
  const read = (text: string | null, index: number): unknown => (text === null ? null : parsers[index]?.(text));
  if (rowMode === 'array') return { fields, readRow: (values) => values.map(read) };
  const readRow = (values: readonly (string | null)[]): unknown => {
    const row: Record<string, unknown> = {};
    for (const [index, { name }] of fields.entries()) row[name] = read(values[index] ?? null, index);
    return row;
  };
  return { fields, readRow };
}

interface Sent {
  readonly statement: NamedStatement;
  readonly values: (string | Buffer | null)[];
  readonly rows: unknown[];
  readonly done: OnResult;
  /** A value that could not be read; null = none. */
  unreadable: unknown;
}

const isPrepared = (connection: pg.Connection, name: string): boolean => {
  const texts: unknown = Reflect.get(connection, 'parsedStatements');
  return isObject(texts) && Object.hasOwn(texts, name);
};

/**
 * Statements that are sent together and answered together: one message to PostgreSQL and one back; for the driver one
 * query. After a failed statement PostgreSQL skips the rest of the batch, which fails with the same error. The columns of
 * a result are asked for once per connection and statement.
 */
export class StatementBatch implements pg.Submittable {
  readonly #known: KnownColumns;
  readonly #sent: Sent[] = [];
  #answering = 0;

  constructor(known: KnownColumns) {
    this.#known = known;
  }

  get statements(): readonly NamedStatement[] {
    return this.#sent.map(({ statement }) => statement);
  }

  /** Throws for a value that cannot be sent. */
  add(statement: NamedStatement, done: OnResult): void {
    this.#sent.push({ statement, values: statement.values.map(utils.prepareValue), rows: [], done, unreadable: null });
  }

  get #current(): Sent | undefined {
    return this.#sent[this.#answering];
  }

  /** Name and text of the statement that is being answered: by them the driver notes what is prepared. */
  get name(): string | undefined {
    return this.#current?.statement.name;
  }

  get text(): string | undefined {
    return this.#current?.statement.text;
  }

  // Arrow functions, because the types of a query name `submit` as a property.
  readonly submit = (connection: pg.Connection): void => {
    const parsed = new Set<string>();
    // One system call for the batch instead of one for each message.
    connection.stream.cork();
    for (const { statement, values } of this.#sent) {
      const { name, text } = statement;
      if (!parsed.has(name) && !isPrepared(connection, name)) {
        connection.parse({ name, text, types: [] }, true);
        parsed.add(name);
      }
      connection.bind({ statement: name, values }, true);
      if (!this.#known.has(keyOf(statement))) connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  };

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const { statement } = this.#current ?? {};
    if (statement) this.#known.set(keyOf(statement), columnsOf(fields, statement));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const current = this.#current;
    if (!current) return;
    try {
      current.rows.push((this.#known.get(keyOf(current.statement)) ?? noColumns).readRow(fields));
    } catch (error) {
      current.unreadable = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const current = this.#current;
    if (!current) return;
    const { statement, rows, done, unreadable } = current;
    const key = keyOf(statement);
    const { fields } = this.#known.get(key) ?? noColumns;
    if (!this.#known.has(key)) this.#known.set(key, noColumns);
    this.#answering += 1;
    const [command = '', ...counts] = text.split(' ');
    const count = Number.parseInt(counts.at(-1) ?? '', 10);
    done(unreadable, { command, rowCount: Number.isNaN(count) ? null : count, rows, fields });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** A statement failed, or the connection broke. */
  handleError(error: unknown): void {
    const failed = this.#sent.slice(this.#answering);
    this.#answering = this.#sent.length;
    for (const { done } of failed) done(error);
  }

  /** PostgreSQL has answered everything: what it did not answer was lost with a failed statement. */
  handleReadyForQuery(): void {
    if (this.#current) this.handleError(new Error('the statement was not answered'));
  }
}
