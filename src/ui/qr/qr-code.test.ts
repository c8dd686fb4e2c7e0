import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-code.tsx';

/** Renders the path as pixels, like a camera close to it. */
function photograph({ size, path }: ReturnType<typeof qrPath>, scale = 4) {
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4;
        data.fill(0, at, at + 3);
      }
  return { width, height: width, data };
}

describe('QR codes', () => {
  it.each(['https://marche.example/sellers/pair/ACDE3467', 'http://localhost:8080/sellers/pair/WXYZ9999', 'ñandú'])(
    'can be read back: %s',
    (text) => {
      expect(decodeQR(photograph(qrPath(text)))).toBe(text);
    },
  );

  it('keeps a quiet zone of four modules all around', () => {
    const { size, path } = qrPath('https://marche.example/sellers/pair/ACDE3467');
    const at = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect([Math.min(...at), Math.max(...at)]).toEqual([4, size - 5]);
  });
});
