import { createFileRoute, redirect } from '@tanstack/react-router';
import { isDuplicated } from '#data/session/duplication.ts';
import { DuplicatedPage } from '#features/shell/duplicated-page.tsx';

export const Route = createFileRoute('/duplicated')({
  beforeLoad: () => {
    if (!isDuplicated()) throw redirect({ to: '/', replace: true });
  },
  // Everything is read again: the other window has changed the cart, the queue and the rest since.
  component: () => <DuplicatedPage onTakeOver={() => location.assign('/sellers/')} />,
});
