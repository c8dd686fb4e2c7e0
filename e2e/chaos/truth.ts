import pg from 'pg';

/** The state of the server's database, read directly. */
export interface Truth {
  /** Command id -> HTTP status of the stored answer; null = none stored. */
  readonly commands: ReadonlyMap<string, number | null>;
  /** Ids of commands that changed data. */
  readonly effects: ReadonlySet<string>;
  /** Orders by uid. */
  readonly orders: ReadonlyMap<string, { readonly status: string; readonly ver: number }>;
  /** Descriptions of effects that happened twice. */
  readonly doubled: readonly string[];
}

interface CommandRow {
  readonly cmd_id: string;
  readonly status: number | null;
}

/** Runs `work` on its own connection and closes it, because the server may be killed at any time. */
export async function onShopDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Killing the server breaks this connection; the query then rejects.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const doubles = [
  `select 'command ' || cmd_id || ' did ' || action || ' to ' || entity || ' ' || entity_id || ' ' || count(*) || ' times' as text
   from audit where store_id = $1 and cmd_id is not null group by cmd_id, action, entity, entity_id having count(*) > 1`,
  `select 'command ' || cmd_id || ' made ' || count(*) || ' orders' as text
   from audit where store_id = $1 and action = 'order.create' group by cmd_id having count(*) > 1`,
  `select 'order ' || uid || ' exists ' || count(*) || ' times' as text
   from orders where store_id = $1 group by uid having count(*) > 1`,
  `select 'number ' || number || ' was given ' || count(*) || ' times' as text
   from orders where store_id = $1 group by number having count(*) > 1`,
];

export const readTruth = (url: string, storeId: number): Promise<Truth> =>
  onShopDatabase(url, async (client) => {
    const commands = await client.query<CommandRow>('select cmd_id, status from commands where store_id = $1', [
      storeId,
    ]);
    const effects = await client.query<{ cmd_id: string }>(
      'select distinct cmd_id from audit where store_id = $1 and cmd_id is not null',
      [storeId],
    );
    const orders = await client.query<{ uid: string; status: string; ver: number }>(
      'select uid, status, ver from orders where store_id = $1',
      [storeId],
    );
    const doubled: string[] = [];
    for (const query of doubles)
      for (const { text } of (await client.query<{ text: string }>(query, [storeId])).rows) doubled.push(text);
    return {
      commands: new Map(commands.rows.map(({ cmd_id, status }) => [cmd_id, status])),
      effects: new Set(effects.rows.map(({ cmd_id }) => cmd_id)),
      orders: new Map(orders.rows.map(({ uid, status, ver }) => [uid, { status, ver }])),
      doubled,
    };
  });

/** Deletes half of the access tokens: the next request with one of them gets a 401. */
export const expireTokens = (url: string): Promise<void> =>
  onShopDatabase(url, async (client) => {
    await client.query('delete from access_tokens where random() < 0.5');
  });

export const countOnBoard = (url: string, storeId: number): Promise<number> =>
  onShopDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from orders where store_id = $1 and status in ('PENDING', 'ACCEPTED', 'DELIVER')`,
      [storeId],
    );
    return rows[0]?.count ?? 0;
  });
