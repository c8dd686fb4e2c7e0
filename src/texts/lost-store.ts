import { customerRole, type Role } from '#domain/roles.ts';
import { roleLabels } from './roles.ts';

interface Lost {
  /** null: this device has no data of the store. */
  readonly name: string | null;
  /** The person's new role in the store; null: none. */
  readonly role: Role | null;
  /** The number of unfinished commands. */
  readonly unfinished: number;
}

const kept = (count: number): string =>
  count === 1
    ? 'La acción que no se envió queda guardada en este dispositivo.'
    : `Las ${count} acciones que no se enviaron quedan guardadas en este dispositivo.`;

/** Tells the person why they left an open store. `refusal`: the server's sentences. */
export function lostSentence({ name, role, unfinished }: Lost, refusal: readonly string[]): string {
  if (name === null) return refusal.join(' ');
  const why =
    // Who works there no more is a customer there (decision 041).
    role === null || role === customerRole
      ? `Ya no trabajás en ${name}.`
      : `Ahora sos ${roleLabels[role]} en ${name}. Volvé a entrar.`;
  return unfinished === 0 ? why : `${why} ${kept(unfinished)}`;
}
