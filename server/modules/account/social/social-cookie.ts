import { walkMs } from './social-store.ts';

const name = 'marche_social';
// Lax: the browser comes back from another site. Both the way back and the exchange ask for it.
const attributes = 'HttpOnly; Secure; SameSite=Lax; Path=/api';

export const socialCookie = (secret: string): string => `${name}=${secret}; ${attributes}; Max-Age=${walkMs / 1000}`;
export const clearedSocialCookie = `${name}=; ${attributes}; Max-Age=0`;

/** null when there is none. */
export const readSocialCookie = (header: string | undefined): string | null =>
  /(?:^|;\s*)marche_social=([\w-]{20,100})(?:;|$)/.exec(header ?? '')?.[1] ?? null;
