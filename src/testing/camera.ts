import { vi } from 'vitest';

/** The camera of a device under test. */
interface StubbedCamera {
  /** Holds this text in front of the camera until the next call; null: nothing. */
  show(text: string | null): void;
  /** How many cameras run now. */
  running(): number;
  /** The cameras that were asked for, in order: an id, or the direction. */
  readonly asked: readonly string[];
  /** The states of the lamp, in order. */
  readonly lamp: readonly boolean[];
  /** How often the device vibrated. */
  vibrations(): number;
  /** Hides or shows the page. */
  setVisible(visible: boolean): void;
}

interface CameraOptions {
  readonly cameras?: readonly string[];
  readonly lamp?: boolean;
  /** The name of the error of getUserMedia, asked at each start; null: it works. */
  readonly error?: () => string | null;
  /** Whether the person has touched the page. The browser refuses to vibrate before. */
  readonly touched?: boolean;
}

const property = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
};

/** Gives this browser cameras and a detector of QR codes. Call it after `renderApp`, before the camera is opened. */
export function stubCamera({
  cameras = ['rear'],
  lamp = false,
  error = () => null,
  touched = true,
}: CameraOptions = {}): StubbedCamera {
  let shown: string | null = null;
  let running = 0;
  let vibrations = 0;
  const asked: string[] = [];
  const lamps: boolean[] = [];
  const streamOf = (id: string) => {
    running += 1;
    let live = true;
    const track = {
      addEventListener: () => {},
      getCapabilities: () => (lamp ? { torch: true } : {}),
      getSettings: () => ({ deviceId: id }),
      applyConstraints: ({ advanced }: { advanced: { torch: boolean }[] }) => {
        lamps.push(advanced[0]?.torch === true);
        return Promise.resolve();
      },
      stop: () => {
        if (live) running -= 1;
        live = false;
      },
    };
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  property(navigator, 'mediaDevices', {
    getUserMedia: ({ video }: { video: { deviceId?: { exact: string }; facingMode?: { ideal: string } } }) => {
      asked.push(video.deviceId?.exact ?? video.facingMode?.ideal ?? '');
      const name = error();
      if (name !== null) return Promise.reject(new DOMException('refused', name));
      return Promise.resolve(streamOf(video.deviceId?.exact ?? cameras[0] ?? ''));
    },
    enumerateDevices: () => Promise.resolve(cameras.map((deviceId) => ({ kind: 'videoinput', deviceId }))),
  });
  property(navigator, 'userActivation', { hasBeenActive: touched });
  property(navigator, 'vibrate', () => {
    vibrations += 1;
    return true;
  });
  property(window, 'isSecureContext', true);
  property(HTMLMediaElement.prototype, 'play', () => Promise.resolve());
  property(HTMLMediaElement.prototype, 'srcObject', null);
  property(HTMLMediaElement.prototype, 'readyState', 4);
  property(HTMLVideoElement.prototype, 'videoWidth', 1280);
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(['qr_code']);
      detect = () => Promise.resolve(shown === null ? [] : [{ rawValue: shown }]);
    },
  );
  return {
    show: (text) => {
      shown = text;
    },
    running: () => running,
    asked,
    lamp: lamps,
    vibrations: () => vibrations,
    setVisible: (visible) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (visible ? 'visible' : 'hidden'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
