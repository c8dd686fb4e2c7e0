import type { Geolocation } from '#domain/shipping.ts';

/** Pixels of a Web Mercator world: 256 px at zoom 0, twice as many each zoom. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

const tilePx = 256;
/** Beyond it the projection has no end. */
const maxLat = 85;

const worldPx = (zoom: number): number => tilePx * 2 ** zoom;

export function toPixel({ lat, lng }: Geolocation, zoom: number): Pixel {
  const sin = Math.sin((Math.min(Math.max(lat, -maxLat), maxLat) * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * worldPx(zoom),
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * worldPx(zoom),
  };
}

export function toPlace({ x, y }: Pixel, zoom: number): Geolocation {
  const angle = Math.PI * (1 - (2 * y) / worldPx(zoom));
  const lat = (Math.atan(Math.sinh(angle)) * 180) / Math.PI;
  const lng = (x / worldPx(zoom)) * 360 - 180;
  return { lat: Math.min(Math.max(lat, -maxLat), maxLat), lng: Math.min(Math.max(lng, -180), 180) };
}

/** That place, so many pixels to the right and down. */
export function moved(from: Geolocation, by: Pixel, zoom: number): Geolocation {
  const { x, y } = toPixel(from, zoom);
  return toPlace({ x: x + by.x, y: y + by.y }, zoom);
}

const steps: Readonly<Record<string, Pixel>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

const stepPx = 8;
const longStepPx = 48;

/** How far an arrow key moves the pin, farther with Shift; null for other keys. */
export function arrowStep(key: string, far: boolean): Pixel | null {
  const step = steps[key];
  const px = far ? longStepPx : stepPx;
  return step ? { x: step.x * px, y: step.y * px } : null;
}
