import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeQR } from 'qr';

/** What Chromium's camera films: this file, again and again. It is read each time a camera is opened. */
const cameraFile = path.resolve(import.meta.dirname, '../.cache/camera.y4m');

export const cameraFlags: readonly string[] = [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${cameraFile}`,
];

const framesPerSecond = 10;
/** A code is read in a picture of this size, and not in one of half of it. */
const size = { width: 1280, height: 720 } as const;
const dot = 14;
const [black, grey, white] = [16, 128, 235] as const;

/** Holds a QR code with this text in front of the camera; null: a grey wall. */
export function film(text: string | null): void {
  const brightness = Buffer.alloc(size.width * size.height, text === null ? grey : white);
  const rows = text === null ? [] : encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const left = Math.round((size.width - rows.length * dot) / 2);
  const top = Math.round((size.height - rows.length * dot) / 2);
  const paint = (column: number, row: number): void => {
    for (let line = 0; line < dot; line += 1) {
      const from = (top + row * dot + line) * size.width + left + column * dot;
      brightness.fill(black, from, from + dot);
    }
  };
  for (const [y, row] of rows.entries()) for (const [x, dark] of row.entries()) if (dark) paint(x, y);
  const colour = Buffer.alloc((size.width * size.height) / 2, grey);
  const frame = [Buffer.from('FRAME\n'), brightness, colour];
  mkdirSync(path.dirname(cameraFile), { recursive: true });
  // Another file in its place: the one that a running camera has open must not become shorter.
  writeFileSync(
    `${cameraFile}.new`,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`),
      ...frame,
      ...frame,
    ]),
  );
  renameSync(`${cameraFile}.new`, cameraFile);
}
