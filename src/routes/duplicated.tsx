import { createFileRoute, redirect } from '@tanstack/react-router';
import { isDuplicated } from '#data/session/duplication.ts';
import { DuplicatedPage } from '#features/shell/duplicated-page.tsx';

export const Route = createFileRoute('/duplicated')({
  beforeLoad: () => {
    if (!isDuplicated()) throw redirect({ to: '/', replace: true });
  },
  // Reloads the app: the other window has since changed the cart, the queue and the rest.
  component: () => <DuplicatedPage onTakeOver={() => location.assign('/sellers/')} />,
});
