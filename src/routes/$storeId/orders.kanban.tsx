import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { storeQueries } from '#data/stores.ts';
import { enter } from '#routes/-guard.ts';
import { BoardWithDetail } from './-board.tsx';

export const Route = createFileRoute('/$storeId/orders/kanban')({
  beforeLoad: ({ params }) => enter('store.orders.kanban', Number(params.storeId)),
  component: function BoardRoute() {
    const { storeId } = Route.useParams();
    const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
    return <BoardWithDetail profile={profile} />;
  },
});
