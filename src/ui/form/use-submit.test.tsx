// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSubmit } from './use-submit.ts';

interface FormProps {
  readonly call: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

function Form({ call, onError }: FormProps) {
  const { sending, what, submit } = useSubmit<'save' | 'remove'>(onError);
  return (
    <div data-sending={sending} data-what={what}>
      <button aria-label="save" type="button" onClick={() => void submit(call, 'save')} />
      <button aria-label="remove" type="button" onClick={() => void submit(call, 'remove')} />
    </div>
  );
}

async function mounted(props: FormProps) {
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  await act(async () => createRoot(box).render(<Form {...props} />));
  return {
    press: (...names: string[]) =>
      act(async () => {
        for (const name of names) box.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
      }),
    state: () => {
      const { sending, what } = box.querySelector<HTMLElement>('[data-sending]')?.dataset ?? {};
      return { sending, what };
    },
  };
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

describe('sending a form', () => {
  it('runs one call at a time, even when it is pressed twice before a render (F-40)', async () => {
    let answer = (): void => {};
    const call = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    const form = await mounted({ call, onError: vi.fn() });
    await form.press('save', 'remove');
    expect(call).toHaveBeenCalledTimes(1);
    expect(form.state()).toEqual({ sending: 'true', what: 'save' });
    await act(async () => answer());
    expect(form.state()).toEqual({ sending: 'false', what: undefined });
  });

  it('tells what the call throws, and can be sent again', async () => {
    const onError = vi.fn();
    const call = vi.fn(() => Promise.reject(new Error('no')));
    const form = await mounted({ call, onError });
    await form.press('save');
    expect(onError).toHaveBeenCalledWith(new Error('no'));
    expect(form.state()).toEqual({ sending: 'false', what: undefined });
    await form.press('remove');
    expect(call).toHaveBeenCalledTimes(2);
  });
});
