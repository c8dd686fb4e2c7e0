import { and, arrayContains, eq, inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { NewOrderPush } from '#domain/account.ts';
import type { MemberRole } from '#domain/roles.ts';
import { memberships, users } from '#server/db/schema/accounts.ts';
import type { Deps } from '#server/deps.ts';

/** People with one of these roles who want new orders by this channel. */
export const wantsOrders = (roles: readonly MemberRole[], channel: 'push' | 'database'): SQL | undefined =>
  and(
    inArray(memberships.role, [...roles]),
    arrayContains(users.notification_types, ['OrderNew']),
    arrayContains(users.notification_channels, [channel]),
  );

/** Those of them who want the pushes at that moment (D-44). */
export const wantsPush = (roles: readonly MemberRole[], when: NewOrderPush): SQL | undefined =>
  and(wantsOrders(roles, 'push'), eq(users.new_order_push, when));

/** The members of a store that satisfy `who`. */
export const peopleOf = ({ db }: Pick<Deps, 'db'>, storeId: number | AnyPgColumn, who: SQL | undefined) =>
  db.direct
    .select({ id: users.id, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.store_id, storeId), who))
    .orderBy(users.id);
