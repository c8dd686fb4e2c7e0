import { type FailureWords, failureSentences } from './errors.ts';

/** What a person reads while the answer to a change was lost and is being asked for. */
export const askingAgain = 'Se cortó la conexión. Estamos preguntando si se hizo: no lo hagas de nuevo.';

/** The sentences for a change that failed: without an answer to any try, nobody knows whether it was done. */
export const changeSentences = (failure: FailureWords): string[] =>
  failure.code === 'no_response'
    ? ['No sabemos si se hizo. Fijate cómo quedó antes de intentar de nuevo.']
    : failureSentences(failure);
