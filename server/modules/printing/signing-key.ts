import { createHash, createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { eq } from 'drizzle-orm';
import forge from 'node-forge';
import type { Instant } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import type { Database } from '#server/db/database.ts';
import { settings } from '#server/db/schema/sync.ts';

/** A certificate and its RSA key, as PEM. */
export interface SigningPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** What signs calls of QZ Tray. The key does not leave it. */
export interface QzSigner {
  readonly certificate: string;
  /** Base64 of RSA-SHA512 over the lower-case hexadecimal SHA-256 of the text, as QZ Tray checks it (P-38). */
  sign(text: string): string;
}

export const createSigner = ({ certificate, privateKey }: SigningPair): QzSigner => {
  const key = createPrivateKey(privateKey);
  return {
    certificate,
    sign: (text) =>
      sign('sha512', Buffer.from(createHash('sha256').update(text).digest('hex')), key).toString('base64'),
  };
};

/** null unless it is a certificate and its own RSA key. Of several certificates the first one is the signer's. */
export function signingPairOf(pair: SigningPair): SigningPair | null {
  try {
    const key = createPrivateKey(pair.privateKey);
    return key.asymmetricKeyType === 'rsa' && new X509Certificate(pair.certificate).checkPrivateKey(key) ? pair : null;
  } catch {
    return null;
  }
}

const settingKey = 'qz-signing';
const lifeYears = 10;

/** The pair of a server without its own: made once, shared by all processes on this database. */
export async function sharedPair(db: Database, now: Instant): Promise<SigningPair> {
  const known = await readPair(db);
  if (known) return known;
  await db.direct
    .insert(settings)
    .values({ key: settingKey, value: JSON.stringify(madePair(now)) })
    .onConflictDoNothing();
  const made = await readPair(db);
  if (!made) throw new Error('the key that signs prints could not be stored');
  return made;
}

async function readPair(db: Database): Promise<SigningPair | null> {
  const [row] = await db.direct.select().from(settings).where(eq(settings.key, settingKey));
  const pair: unknown = row ? JSON.parse(row.value) : null;
  if (!isObject(pair)) return null;
  const { certificate, privateKey } = pair;
  return typeof certificate === 'string' && typeof privateKey === 'string'
    ? signingPairOf({ certificate, privateKey })
    : null;
}

function madePair(now: Instant): SigningPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`;
  certificate.validity.notBefore = new Date(now);
  certificate.validity.notAfter = new Date(now);
  certificate.validity.notAfter.setUTCFullYear(certificate.validity.notAfter.getUTCFullYear() + lifeYears);
  const name = [
    { name: 'commonName', value: 'Marche' },
    { name: 'organizationName', value: 'Marche' },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), privateKey };
}
