import { createFileRoute } from '@tanstack/react-router';
import { enter } from '#routes/-guard.ts';
import { Pair } from './-pair.tsx';

export const Route = createFileRoute('/$storeId/pair/')({
  beforeLoad: ({ params }) => enter('store.pair', Number(params.storeId)),
  component: function PairRoute() {
    return <Pair code={null} storeId={Route.useParams().storeId} />;
  },
});
