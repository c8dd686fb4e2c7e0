/** Parts of the driver that `StatementBatch` uses and that its types do not name. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value -> its text in PostgreSQL's format. */
    prepareValue(this: void, value: unknown): string | Buffer | null;
  };
  export default utils;
}
