import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { arcaQrOf } from './arca/arca.ts';
import { cdcOf, sifenQrQuery } from './sifen/electronic-document.ts';
import { unzipOne, zipOf } from './sifen/zip.ts';
import { createVault } from './vault.ts';
import { element, parseXml, textOf } from './xml.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('published examples', () => {
  it('the QR of ARCA', () => {
    const data = {
      ver: 1,
      fecha: '2020-10-13',
      cuit: 30000000007,
      ptoVta: 10,
      tipoCmp: 1,
      nroCmp: 94,
      importe: 12100,
      moneda: 'DOL',
      ctz: 65,
      tipoDocRec: 80,
      nroDocRec: 20000000001,
      tipoCodAut: 'E',
      codAut: 70417054367476,
    };
    const [, text = ''] = arcaQrOf(data).split('?p=');
    expect([text.length, sha256(text)]).toEqual([
      276,
      '3a6cbbcc7dc8504875d32b25c90e936fc11f9d52668a546d66bd69de2c2c6430',
    ]);
  });

  it('the control code and the QR of SIFEN', () => {
    const cdc = cdcOf({
      type: 1,
      ruc: '4444440',
      check: '1',
      establishment: 700,
      point: 100,
      number: 1_001_452,
      taxpayerType: 8,
      date: '2201-70-12',
      security: '158732609',
    } as never);
    expect(cdc).toHaveLength(44);
    const query = sifenQrQuery({
      cdc: '01444444017001001001452822017012515873260988',
      at: '2017-01-25T09:35:17',
      receiver: 'dRucRec=88899990',
      total: 300_000,
      tax: 27_272,
      items: 2,
      digest: 'yzGYhUx1/XYYzksWB+fPR3Qc50c=',
      csc: { id: '0001', secret: `ABCD${'0'.repeat(28)}` },
    });
    expect(query.split('&cHashQR=')[1]).toBe('97ddbb3c1e7d65af03a70ffe21f2b34846ab1c89e0566c35222086766b7374ed');
  });
});

it('XML: text goes in and out unchanged, and what is no document is none', () => {
  const hostile = `<Ñandú> & "Cía" ]]> 'x'`;
  expect(textOf(parseXml(`<a>${element('b', hostile)}</a>`), 'b')).toBe(hostile);
  expect(['', '<a>', '<a></b>', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'hola'].map(parseXml)).toEqual(
    Array(5).fill(null),
  );
  expect(textOf(parseXml('<s:E xmlns:s="x"><s:B><c><![CDATA[1 < 2]]></c></s:B></s:E>'), 'c')).toBe('1 < 2');
});

it('a lot is an archive with one file', () => {
  const text = `<rLoteDE>${'ñ'.repeat(5_000)}</rLoteDE>`;
  expect(unzipOne(zipOf('lote.xml', text))).toBe(text);
  expect(unzipOne(Buffer.from('nada'))).toBeNull();
});

it('credentials are read by the secret that sealed them only, and not when they were changed', () => {
  const sealed = createVault('a'.repeat(32)).seal('clave');
  expect(sealed).not.toContain('clave');
  expect(createVault('a'.repeat(32)).open(sealed)).toBe('clave');
  expect(() => createVault('b'.repeat(32)).open(sealed)).toThrow();
  // Not the last letter: some of its bits belong to no byte.
  const changed = sealed.at(-4) === 'A' ? 'B' : 'A';
  expect(() => createVault('a'.repeat(32)).open(`${sealed.slice(0, -4)}${changed}${sealed.slice(-3)}`)).toThrow();
});
