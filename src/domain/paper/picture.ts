/** Red, green, blue and opacity of each pixel, row by row, as a canvas gives them. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A picture in dots: a bit for each, 1 is black, the highest bit of a byte is its left dot. Both sides are multiples of 8. */
export interface PaperPicture {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** The largest logo in dots, 30 mm × 15 mm: it fits on both papers, and its bytes are far below what a job may have. */
export const logoDots = { width: 240, height: 120 } as const;

/**
 * Black and white dots for a picture in colours, by Floyd and Steinberg: what a dot is lighter or darker than its pixel,
 * its neighbours make good. What is transparent is paper.
 */
export function pictureOf({ width, height, data }: Pixels): PaperPicture {
  const light = Float32Array.from({ length: width * height }, (_, dot) => {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(4 * dot, 4 * dot + 4);
    return 255 - (opacity / 255) * (255 - (0.299 * red + 0.587 * green + 0.114 * blue));
  });
  const bits = new Uint8Array((width / 8) * height);
  const give = (x: number, y: number, amount: number): void => {
    if (x >= 0 && x < width && y < height) light[y * width + x] = (light[y * width + x] ?? 0) + amount;
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const value = light[at] ?? 255;
      const black = value < 128;
      if (black) bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (x & 7));
      const error = value - (black ? 0 : 255);
      give(x + 1, y, (error * 7) / 16);
      give(x - 1, y + 1, (error * 3) / 16);
      give(x, y + 1, (error * 5) / 16);
      give(x + 1, y + 1, error / 16);
    }
  return { width, height, bits };
}

export const isBlack = ({ width, bits }: PaperPicture, x: number, y: number): boolean =>
  ((bits[(y * width + x) >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0;
