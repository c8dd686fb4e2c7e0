import { createHash, verify as verifySignature } from 'node:crypto';
import forge from 'node-forge';
import * as z from 'zod/mini';
import { isCuit } from '#domain/invoices.ts';
import { isObject } from '#domain/unknown.ts';

/** What a parsed CMS has of its parts, which the types of the library leave out. */
const capture = z.object({
  certificates: z.tuple([z.custom<forge.pki.Certificate>(isObject)]),
  rawCapture: z.object({
    content: z.object({ value: z.tuple([z.object({ value: z.string() })]) }),
    signature: z.string(),
    authenticatedAttributes: z.array(z.custom<forge.asn1.Asn1>(isObject)),
  }),
});

/** The content of a CMS and the CUIT of its signer; null when its signature is wrong. */
export function readCms(base64: string): { readonly content: string; readonly cuit: string } | null {
  try {
    const message: unknown = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(forge.util.decode64(base64)));
    const { certificates, rawCapture: raw } = z.parse(capture, message);
    const [certificate] = certificates;
    const [{ value: content }] = raw.content.value;
    const { Class, Type, create, toDer } = forge.asn1;
    const attributes = toDer(create(Class.UNIVERSAL, Type.SET, true, raw.authenticatedAttributes)).getBytes();
    const digest = createHash('sha256').update(content, 'latin1').digest().toString('latin1');
    const signed = verifySignature(
      'sha256',
      Buffer.from(attributes, 'latin1'),
      forge.pki.publicKeyToPem(certificate.publicKey),
      Buffer.from(raw.signature, 'latin1'),
    );
    const serial: unknown = certificate.subject.getField({ name: 'serialNumber' });
    const named = isObject(serial) ? serial['value'] : null;
    const [, cuit] = /^CUIT (\d{11})$/.exec(typeof named === 'string' ? named : '') ?? [];
    // The digest of the content is among what is signed.
    if (!signed || !attributes.includes(digest) || cuit === undefined || !isCuit(cuit)) return null;
    return { content: Buffer.from(content, 'latin1').toString('utf8'), cuit };
  } catch {
    return null;
  }
}
