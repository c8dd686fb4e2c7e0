import type { EarlyAnswers } from '#platform/early-answers.ts';

/**
 * The first script of the page: calls the API for what the address needs while the app's code is still on its way
 * (docs/decisions/025). It is a file of its own, without imports, so that it runs first. The app takes the good
 * answers in place of its own calls (data/api/api).
 */
const answers: EarlyAnswers = new Map();
const patienceMs = 10_000;

const call = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(path, { method, headers, redirect: 'manual', priority: 'high', signal: AbortSignal.timeout(patienceMs) });

/** Whether this device has a login, which src/data/session/boot-snapshot.ts stores. */
function hasSession(): boolean {
  try {
    return localStorage.getItem('marche:boot') !== null;
  } catch {
    return false;
  }
}

/** The value of a record that src/platform/local-record.ts stores; undefined without one. */
function recordOf(name: string) {
  try {
    return JSON.parse(localStorage.getItem(`marche:${name}`) ?? '{}').value;
  } catch {
    return undefined;
  }
}

/** The theme that src/data/device/preferences.ts stores: the frame in the page has its colours (`ui/theme/tokens`). */
function showTheme(): void {
  const theme = recordOf('preferences')?.theme;
  if (theme) document.documentElement.dataset['theme'] = theme;
}

/** Whether this device has data of the store: then the app shows it, and decides itself what to ask for. */
const knows = (store: string): Promise<boolean> =>
  indexedDB
    .databases()
    .then((all) => all.some(({ name }) => name?.startsWith('marche:') && name.endsWith(`:${store}`)));

/** Answers with null where the app has to ask itself: without a token, or for a store that this device knows. */
async function profileOf(store: string, renewed: Promise<Response>): Promise<Response | null> {
  const [known, answer] = await Promise.all([knows(store), renewed.then((response) => response.clone())]);
  if (known || !answer.ok) return null;
  const { access_token } = await answer.json();
  return call('GET', `/api/store/${store}?parts=store%2Corders`, { authorization: `Bearer ${access_token}` });
}

/** The form of the login in the page: it begins with the last address, and a press on its button is noted. */
function prepareForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.shell-form');
  const email = form?.querySelector<HTMLInputElement>('[name=email]');
  if (!form || !email) return;
  form.addEventListener('submit', () => (form.dataset['sent'] = ''));
  email.value ||= recordOf('last-email') ?? '';
}

showTheme();
prepareForm();
// The page has the frame of a screen that this person will not see: a store's without a session, the login's with one.
const isLogin = location.pathname === '/sellers/login';
if (isLogin === hasSession() || new URLSearchParams(location.search).has('kiosk'))
  document.documentElement.dataset['shell'] = 'none';
// A window that has lost the session to another one leaves the token alone.
if (hasSession() && !location.pathname.endsWith('/duplicated')) {
  const renewed = call('POST', '/api/tokens/refresh');
  answers.set('POST /api/tokens/refresh', renewed);
  const [, store] = /^\/sellers\/([1-9]\d{0,9})\//.exec(location.pathname) ?? [];
  if (store !== undefined)
    answers.set(
      `GET /api/store/${store}?parts=store%2Corders`,
      profileOf(store, renewed).catch(() => null),
    );
  renewed.catch(() => {});
  window.earlyAnswers = answers;
}
