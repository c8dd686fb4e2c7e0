// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#contract/account.ts';
import { useDuplication } from './duplication.ts';
import { useSession } from './session.ts';
import { forgetTyped, isText, useTyped } from './typed.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  forgetTyped();
  useDuplication.setState({ duplicated: false });
  useSession.setState({ status: 'authenticated', user: { id: 7 } as User });
});

/** Opens the form: what is in it, how a person types, and how it goes away. */
async function openForm(name: string) {
  const root = createRoot(document.createElement('div'));
  let form: readonly [string, (text: string) => void] = ['', () => {}];
  function Form() {
    const typed = useTyped(name, '', isText);
    useEffect(() => {
      form = typed;
    });
    return null;
  }
  await act(async () => root.render(<Form />));
  return {
    text: () => form[0],
    type: (text: string) => act(async () => form[1](text)),
    close: () => act(async () => root.unmount()),
  };
}

/** What a new form of that name begins with. */
async function shownIn(name: string): Promise<string> {
  const form = await openForm(name);
  const text = form.text();
  await form.close();
  return text;
}

/** Another window takes the session over. */
const endSession = () => act(async () => useDuplication.setState({ duplicated: true }));

it('what was typed when the session ended is in the same form again, once', async () => {
  const [one, two] = [await openForm('one'), await openForm('two')];
  await one.type('Primera nota');
  await two.type('Segunda');
  await endSession();
  await one.close();
  await two.close();
  expect(await shownIn('one')).toBe('Primera nota');
  expect([await shownIn('one'), await shownIn('two')]).toEqual(['', 'Segunda']);
});

it('a form that was closed before keeps nothing', async () => {
  const form = await openForm('one');
  await form.type('Descartada');
  await form.close();
  await endSession();
  expect(await shownIn('one')).toBe('');
});

it('nobody else finds it, nor anybody after a logout', async () => {
  const [one, two] = [await openForm('one'), await openForm('two')];
  await one.type('De Ana');
  await two.type('De Ana también');
  await endSession();
  await one.close();
  await two.close();
  useSession.setState({ user: { id: 8 } as User });
  expect(await shownIn('one')).toBe('');
  useSession.setState({ user: { id: 7 } as User });
  expect(await shownIn('one')).toBe('De Ana');
  forgetTyped();
  expect(await shownIn('two')).toBe('');
});
