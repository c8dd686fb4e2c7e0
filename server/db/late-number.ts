import { randomInt } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';

/*
 * A new order's number is known to PostgreSQL only, while the statements that store the order run: the row that numbers
 * are taken from stays locked until the commit, so it is locked by the last batch of the transaction. What is sent in
 * that batch carries `lateNumber` instead, and SQL replaces it.
 */

const smallest = 2 ** 51;

/**
 * Stands for the number of the order that this transaction numbers. No input contains it: it is drawn when the process
 * starts, and no answer shows it.
 */
export const lateNumber = -(smallest + randomInt(2 ** 47));

const setting = 'app.late_number';

/** Notes the number, for the later statements of this transaction. */
export const noteNumber = (number: SQL): SQL => sql`set_config(${sql.raw(`'${setting}'`)}, ${number}::text, true)`;

/** The JSON text with the noted number in the place of `lateNumber`. */
export const withNumber = (json: SQL): SQL =>
  sql`replace(${json}::text, ${sql.raw(`'${lateNumber}'`)}, coalesce(current_setting(${sql.raw(`'${setting}'`)}, true), ''))`;
