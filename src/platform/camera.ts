import { wakeIn } from './clock.ts';
import { watchSurroundings } from './surroundings.ts';

/** What a running camera can do. */
export interface CameraAbilities {
  /** The ids of this device's cameras. */
  readonly cameras: readonly string[];
  /** The id of the running camera; null if the browser does not tell. */
  readonly current: string | null;
  /** Switches its lamp; null without one. */
  readonly light: ((on: boolean) => Promise<void>) | null;
}

export interface CameraReport {
  readonly started: (abilities: CameraAbilities) => void;
  /** The text of a QR code in view, once for each picture that has it. */
  readonly read: (text: string) => void;
  /** The name of the error. The camera is off. */
  readonly failed: (name: string) => void;
}

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    /** Not in every browser, and not in the types of TypeScript. */
    readonly BarcodeDetector?: DetectorClass;
  }
}

/** The lamp is not in the types of TypeScript. */
interface LampConstraints extends MediaTrackConstraintSet {
  readonly torch: boolean;
}

type Read = (video: HTMLVideoElement) => Promise<readonly string[]>;

const format = 'qr_code';
/** Pause between two pictures: reads feel immediate, and a phone stays cool. */
const betweenPicturesMs = 100;
/** A QR code is read from a picture of this width, and not from one of half of it. */
const pictureWidth = 1280;

/** HAVE_CURRENT_DATA. */
const hasPicture = 2;

const named = (name: string): Error => Object.assign(new Error(name), { name });
const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : '');

/** The reader of the device itself; null without one. */
async function ownReader(): Promise<Read | null> {
  const { BarcodeDetector: OwnDetector } = window;
  if (!OwnDetector) return null;
  try {
    if (!(await OwnDetector.getSupportedFormats()).includes(format)) return null;
    const detector = new OwnDetector({ formats: [format] });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  } catch {
    return null;
  }
}

/** Our own reader for browsers without one: half a megabyte that only they load. The worker stores it in advance. */
async function shippedReader(): Promise<Read> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasm }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw named('StreamApiNotSupportedError');
  return async (video) => {
    const scale = Math.min(1, pictureWidth / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return found.map(({ text }) => text);
  };
}

/** Opens the chosen camera, else the rear one. Its errors have the names of getUserMedia, and two of our own. */
async function openStream(camera: string | null): Promise<MediaStream> {
  if (!window.isSecureContext) throw named('InsecureContextError');
  // Old browsers, and some apps that show pages, have no cameras.
  if (typeof navigator.mediaDevices?.getUserMedia !== 'function') throw named('StreamApiNotSupportedError');
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      width: { ideal: pictureWidth },
      height: { ideal: 720 },
      ...(camera === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: camera } }),
    },
  });
}

async function abilitiesOf(track: MediaStreamTrack): Promise<CameraAbilities> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const lamp = 'torch' in (track.getCapabilities?.() ?? {});
  return {
    cameras: devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '').map((d) => d.deviceId),
    current: track.getSettings().deviceId ?? null,
    light: lamp
      ? async (on) => {
          const advanced: LampConstraints[] = [{ torch: on }];
          await track.applyConstraints({ advanced });
        }
      : null,
  };
}

/** Shows the camera in the video and reads QR codes, until the returned function is called. */
function runCamera(video: HTMLVideoElement, camera: string | null, report: CameraReport): () => void {
  let stream: MediaStream | null = null;
  let cancel = (): void => {};
  let running = true;
  const stop = (): void => {
    running = false;
    cancel();
    for (const track of stream?.getTracks() ?? []) track.stop();
    // Another run may have begun meanwhile.
    if (video.srcObject === stream) video.srcObject = null;
  };
  const fail = (error: unknown): void => {
    if (!running) return;
    stop();
    report.failed(nameOf(error));
  };

  const start = async (): Promise<void> => {
    stream = await openStream(camera);
    // It was stopped while the person was asked.
    if (!running) return stop();
    const [track] = stream.getVideoTracks();
    if (!track) throw named('NotFoundError');
    // Another app took it, or it was unplugged.
    track.addEventListener('ended', () => fail(named('NotReadableError')));
    video.srcObject = stream;
    await video.play();
    const abilities = await abilitiesOf(track);
    if (!running) return;
    report.started(abilities);
    const ownRead = await ownReader();
    let own = ownRead !== null;
    let read = ownRead ?? (await shippedReader());
    const look = async (): Promise<void> => {
      if (video.readyState >= hasPicture && video.videoWidth > 0) {
        const texts = await read(video).catch(async (error: unknown) => {
          // A detector that needs a service of the device may lack it.
          if (!own) throw error;
          own = false;
          read = await shippedReader();
          return [];
        });
        for (const text of texts) if (running) report.read(text);
      }
      if (running) cancel = wakeIn(betweenPicturesMs, () => void look().catch(fail));
    };
    await look();
  };

  void start().catch(fail);
  return stop;
}

/**
 * Runs a camera and reads the QR codes in view, until the returned function is called. It is off while the page is
 * hidden. After an error it stays off. `camera`: an id of `CameraAbilities`; null: the rear one.
 */
export function watchCamera(video: HTMLVideoElement, camera: string | null, report: CameraReport): () => void {
  let stop: (() => void) | null = null;
  let failed = false;
  const follow = (visible: boolean): void => {
    if (visible && stop === null && !failed)
      stop = runCamera(video, camera, {
        ...report,
        failed: (name) => {
          failed = true;
          report.failed(name);
        },
      });
    if (!visible) {
      stop?.();
      stop = null;
    }
  };
  const unwatch = watchSurroundings(({ visible }) => follow(visible));
  follow(document.visibilityState === 'visible');
  return () => {
    unwatch();
    stop?.();
  };
}
