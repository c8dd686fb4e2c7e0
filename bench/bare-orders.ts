import fastify from 'fastify';
import pg from 'pg';

/**
 * The floor of `npm run bench -- orders`, as its own process: bare Fastify, and one prepared INSERT into the database
 * whose URL is the first argument. Sends its port to the parent.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query(
  'create table if not exists bare_orders (id integer primary key generated always as identity, body jsonb not null)',
);
const app = fastify();
app.post('/', async (request, reply) => {
  const values = [JSON.stringify(request.body)];
  const { rows } = await pool.query<{ id: number }>({
    name: 'bare',
    text: 'insert into bare_orders (body) values ($1) returning id',
    values,
  });
  return reply.status(201).send({ id: rows[0]?.id });
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(app.server.address());
