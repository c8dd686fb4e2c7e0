import type { Locator, Page } from '@playwright/test';

/** The canvas of a drawing is a square of this side. */
const side = 800;

/** Page object of a floor map. */
export class MapPage {
  readonly #page: Page;
  readonly #name: string;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
  }

  get tab(): Locator {
    return this.#page
      .getByRole('group', { name: 'Mapas de la tienda' })
      .getByRole('button', { name: new RegExp(`^${this.#name}`) });
  }

  get canvas(): Locator {
    return this.#page.getByRole('img', { name: `Plano de ${this.#name}` });
  }

  /** Where a point of the 800 × 800 canvas is in the pane that shows all of it. */
  async placeAt(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.canvas.boundingBox();
    if (!box) throw new Error('the map is not shown');
    const scale = Math.min(box.width, box.height) / side;
    return { x: (box.width - side * scale) / 2 + x * scale, y: (box.height - side * scale) / 2 + y * scale };
  }

  /** The colours of the drawing around a point of the canvas, as '#rrggbb'. */
  async coloursAround(x: number, y: number): Promise<readonly string[]> {
    const at = await this.placeAt(x, y);
    return this.canvas
      .locator('canvas')
      .last()
      .evaluate((element, { x: left, y: top }) => {
        const { width, height } = element.getBoundingClientRect();
        if (!(element instanceof HTMLCanvasElement)) return [];
        const [across, down] = [element.width / width, element.height / height];
        const pixels = element
          .getContext('2d')
          ?.getImageData((left - 4) * across, (top - 4) * down, 9 * across, 9 * down);
        const hex = (value: number): string => value.toString(16).padStart(2, '0');
        const data = pixels?.data ?? new Uint8ClampedArray();
        return Array.from(
          { length: data.length / 4 },
          (_, index) => `#${Array.from(data.slice(index * 4, index * 4 + 3), hex).join('')}`,
        );
      }, at);
  }
}
