import type { CommandCalls } from '#commands/api.ts';

/** Calls of commands that a test does not expect: each answers with `answer`. Spread it, and replace the expected ones. */
export function noCalls(answer: () => Promise<never>): CommandCalls {
  return {
    orders: { create: answer, changeStatus: answer, reject: answer, delay: answer },
    tickets: { send: answer },
    groups: { open: answer, save: answer },
    cashbox: { flow: answer },
  };
}
