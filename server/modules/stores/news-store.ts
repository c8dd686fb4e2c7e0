import { desc } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { news } from '#server/db/schema/access.ts';

const shown = 20;

/** The latest news of the product, newest first (N-38). */
export const readNews = (db: Database) =>
  db.direct.select().from(news).orderBy(desc(news.date), desc(news.id)).limit(shown);
