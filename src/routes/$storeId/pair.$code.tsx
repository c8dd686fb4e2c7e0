import { createFileRoute, redirect } from '@tanstack/react-router';
import { normalPairingCode } from '#domain/kiosk.ts';
import { enter } from '#routes/-guard.ts';
import { Pair } from './-pair.tsx';

export const Route = createFileRoute('/$storeId/pair/$code')({
  beforeLoad: ({ params }) => {
    enter('store.pair', Number(params.storeId));
    // Not a valid code: redirects to the form.
    if (normalPairingCode(params.code) === null) throw redirect({ to: '/$storeId/pair', params, replace: true });
  },
  component: function PairRoute() {
    const { storeId, code } = Route.useParams();
    return <Pair code={normalPairingCode(code)} storeId={storeId} />;
  },
});
