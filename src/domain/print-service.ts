/**
 * The program of this computer that reaches its printers (P-16).
 *
 *   disconnected ── connect ──> pending ── opened ──> connected ── closed ──> disconnected
 *                                  └── failed ──> disconnected, with its reason
 */
export type ServiceState =
  | { readonly name: 'disconnected'; readonly why: QzFailure | null }
  | { readonly name: 'pending' }
  | { readonly name: 'connected' };

export type ServiceEvent =
  | { readonly name: 'connect' | 'opened' | 'closed' }
  | { readonly name: 'failed'; readonly why: QzFailure };

export const serviceAtStart: ServiceState = { name: 'disconnected', why: null };

/** An event that does not belong to the state changes nothing: an answer that came too late. */
export function nextServiceState(state: ServiceState, event: ServiceEvent): ServiceState {
  switch (event.name) {
    case 'connect':
      return state.name === 'disconnected' ? { name: 'pending' } : state;
    case 'opened':
      return state.name === 'pending' ? { name: 'connected' } : state;
    case 'failed':
      return state.name === 'pending' ? { name: 'disconnected', why: event.why } : state;
    case 'closed':
      return state.name === 'disconnected' ? state : { name: 'disconnected', why: 'gone' };
  }
}

/**
 * Why QZ Tray did not do what was asked.
 * away: nobody answers at its addresses. blocked: it refused this site. denied: the browser keeps the page from the
 * local network. no-printer: it does not know the printer. unsigned: our server did not sign. gone: the connection ended
 * between two calls. unknown: it may have printed. failed: anything else that surely did not print.
 */
export type QzFailure = 'away' | 'blocked' | 'denied' | 'no-printer' | 'unsigned' | 'gone' | 'unknown' | 'failed';

/** Parts of the messages of QZ Tray and its client, each with what it means. */
const messages: readonly (readonly [string, QzFailure])[] = [
  ['Local Network Access restrictions', 'denied'],
  ['Unable to establish connection', 'away'],
  ['Connection blocked by client', 'blocked'],
  ['Request blocked', 'blocked'],
  ['Specified printer could not be found', 'no-printer'],
  ['Cannot find printer with name', 'no-printer'],
  ['Failed to sign request', 'unsigned'],
  ['A connection to', 'gone'],
];

/** After the bytes were sent, these mean that nobody knows whether they were printed. */
const doubts: readonly string[] = ['Connection closed before response received', "reading 'sendData'"];

/** What an error of QZ Tray means. `sent`: the bytes of a print may have left. */
export function qzFailureOf(message: string, sent: boolean): QzFailure {
  if (doubts.some((part) => message.includes(part))) return sent ? 'unknown' : 'gone';
  return messages.find(([part]) => message.includes(part))?.[1] ?? 'failed';
}
