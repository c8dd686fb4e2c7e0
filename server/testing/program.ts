import { type ChildProcess, spawn } from 'node:child_process';
import * as z from 'zod/mini';
import { authToken } from '#contract/account.ts';
import { repositoryRoot } from '#server/root.ts';

/** The real program, started as by `npm run dev`. */
export interface Program {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
  /** The origin that it prints when it listens. */
  readonly ready: Promise<string>;
}

const running = new Set<ChildProcess>();

export function startProgram(variables: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: repositoryRoot,
    env: { ...process.env, PORT: '0', SIGN_IN_PER_MINUTE: '1000', REQUESTS_PER_MINUTE: '100000', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  const exit = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const origin = /listo en (http:\/\/[^/\s]+)\/sellers\//.exec(text)?.[1];
      if (origin) resolve(origin.replace('localhost', '127.0.0.1'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exit.then((code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  ready.catch(() => undefined);
  return { child, exit, ready, output: () => text };
}

/** Ends what a test left running. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** The headers of Ana, signed in at a running program. */
export async function signInto(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@demo.marche', password: 'marche2026' }),
  });
  return { authorization: `Bearer ${z.parse(authToken, await response.json()).access_token}` };
}
