import { isObject } from '#domain/unknown.ts';

export interface Battery {
  readonly charging: boolean;
  /** 0 to 1. */
  readonly level: number;
}

/** The device's battery; null where the browser does not tell. */
export async function readBattery(): Promise<Battery | null> {
  try {
    const get: unknown = Reflect.get(navigator, 'getBattery');
    if (typeof get !== 'function') return null;
    const found: unknown = await Reflect.apply(get, navigator, []);
    if (!isObject(found) || typeof found['charging'] !== 'boolean' || typeof found['level'] !== 'number') return null;
    return { charging: found['charging'], level: found['level'] };
  } catch {
    return null;
  }
}
