import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/**
 * Selects the `card` of one group as JSON in the contract's form (groupCard), inside the statement that numbers its
 * event: the number is its version. Amounts are in major units of the store's currency. What is told to all staff is
 * read in the same statement that tells it, so a waiting count costs no further question.
 */
export const groupCardOf = (storeId: Placeholder, groupId: Placeholder): SQL => sql`
  select json_build_object('id', g.id, 'uid', g.uid, 'code_id', g.code_id, 'type', 'LOCAL', 'status', g.status,
      'code', json_build_object('id', codes.id, 'code', codes.code, 'description', codes.description, 'group', codes."group"),
      'seller', case when seller.id is not null then json_build_object('id', seller.id, 'fullname', seller.fullname) end,
      'data', json_build_object('people', g.people, 'childrens', g.childrens),
      'subtotal', trim_scale(subtotal / unit), 'discount', trim_scale(least(g.discount, subtotal) / unit),
      'delivery_amount', 0, 'total', trim_scale((subtotal - least(g.discount, subtotal)) / unit),
      'billings_count', g.billings_count, 'waiting_count', waiting,
      'created_at', to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ver', (select head from feed), 'rev', g.rev) as card
  from order_groups g
  join codes on codes.id = g.code_id
  join stores on stores.id = g.store_id
  left join users seller on seller.id = g.seller_id
  cross join lateral (select power(10::numeric, stores.currency_decimals) as unit) minor
  cross join lateral (
    select coalesce(sum(total) filter (where status <> 'REJECTED'), 0)::numeric as subtotal,
      count(*) filter (where status = 'PENDING') as waiting
    from orders where orders.store_id = g.store_id and orders.order_group_id = g.id) counted
  where g.store_id = ${storeId}::integer and g.id = ${groupId}::integer`;
