import type { GoogleMaps } from './google-types.ts';

declare global {
  interface Window {
    google?: { readonly maps?: GoogleMaps };
    /** What the script calls once it is there. */
    marcheMapsLoaded?: () => void;
  }
}

let loading: Promise<GoogleMaps> | null = null;

/** The Maps JavaScript API, loaded once and only where a shop has a key; a failure may be tried again. */
export function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  loading ??= new Promise<GoogleMaps>((resolve, reject) => {
    const failed = (): void => {
      loading = null;
      reject(new Error('the map service did not load'));
    };
    window.marcheMapsLoaded = () => {
      const maps = window.google?.maps;
      if (maps) resolve(maps);
      else failed();
    };
    const script = document.createElement('script');
    const query = new URLSearchParams({
      key,
      libraries: 'places',
      language: 'es',
      v: 'quarterly',
      loading: 'async',
      callback: 'marcheMapsLoaded',
    });
    script.src = `https://maps.googleapis.com/maps/api/js?${query.toString()}`;
    script.async = true;
    script.addEventListener('error', () => {
      script.remove();
      failed();
    });
    document.head.append(script);
  });
  return loading;
}
