// @vitest-environment happy-dom
import { act, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Overlay } from './overlay.tsx';

it('shown again after React has hidden it, a dialog has the focus where it was', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  const root = createRoot(box);
  let arrive = (): void => {};
  const part = new Promise<string>((resolve) => {
    arrive = () => resolve('there');
  });
  const Late = ({ of }: { readonly of: Promise<string> }) => <p>{use(of)}</p>;
  const render = (late: boolean): Promise<void> =>
    act(async () =>
      root.render(
        <Suspense>
          <Overlay open title="Cobro" onClose={() => undefined}>
            <input aria-label="first" />
            <input aria-label="second" />
          </Overlay>
          {late ? <Late of={part} /> : null}
        </Suspense>,
      ),
    );
  const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
  await render(false);
  expect(focused()).toBe('first');
  document.querySelector<HTMLElement>('[aria-label="second"]')?.focus();
  await render(true);
  expect(document.body.textContent).not.toContain('there');
  await act(async () => arrive());
  expect([document.body.textContent?.includes('there'), focused()]).toEqual([true, 'second']);
  await act(async () => root.unmount());
});
