import type { Geolocation } from '#domain/shipping.ts';

/** denied: the person or the browser refuses. unavailable: the device does not know, or takes too long. */
export type LocationProblem = 'denied' | 'unavailable';

// Never an old position: who taps again has moved.
const options = { enableHighAccuracy: false, timeout: 10_000, maximumAge: 0 };
/** GeolocationPositionError.PERMISSION_DENIED, which happens without a question on an insecure page too. */
const deniedCode = 1;

/** Where the device is. Call it inside a tap: the browser may ask the person. */
export const currentLocation = (): Promise<Geolocation | LocationProblem> =>
  new Promise((resolve) => {
    // Absent on insecure pages in some browsers, whatever the types say.
    if (!('geolocation' in navigator)) return resolve('unavailable');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => resolve(code === deniedCode ? 'denied' : 'unavailable'),
      options,
    );
  });
