import type { Role } from '#domain/store.ts';
import { roleLabels } from './roles.ts';

interface Lost {
  /** null = this device knows nothing of the store. */
  readonly name: string | null;
  /** What the person is there from now on; null = nothing any more. */
  readonly role: Role | null;
  /** Actions that did not end. */
  readonly unfinished: number;
}

const kept = (count: number): string =>
  count === 1
    ? 'La acción que no se envió queda guardada en este dispositivo.'
    : `Las ${count} acciones que no se enviaron quedan guardadas en este dispositivo.`;

/** What is said to somebody who is taken out of a store that they had open; `refusal`: the server's own sentences. */
export function lostSentence({ name, role, unfinished }: Lost, refusal: readonly string[]): string {
  if (name === null) return refusal.join(' ');
  const why =
    role === null ? `Ya no trabajás en ${name}.` : `Ahora sos ${roleLabels[role]} en ${name}. Volvé a entrar.`;
  return unfinished === 0 ? why : `${why} ${kept(unfinished)}`;
}
