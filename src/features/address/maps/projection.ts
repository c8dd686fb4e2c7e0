import type { Geolocation } from '#domain/shipping.ts';

/** A point in Web Mercator pixels: the world is 256 px wide at zoom 0 and doubles with each zoom level. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

const tilePx = 256;
/** Degrees. Web Mercator grows to infinity towards the poles, so latitudes are clamped here. */
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

/** The position `by` pixels to the right of and below `from`. */
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

/** The pixel step of an arrow key, longer with Shift; null for other keys. */
export function arrowStep(key: string, far: boolean): Pixel | null {
  const step = steps[key];
  const px = far ? longStepPx : stepPx;
  return step ? { x: step.x * px, y: step.y * px } : null;
}
