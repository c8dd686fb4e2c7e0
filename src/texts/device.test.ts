import { expect, it } from 'vitest';
import { deviceLabel } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Linux; Android 14; SM-X200) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome en Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    'Edge en Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome en Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome en ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 13) ${webkit} SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36`,
    'Samsung Internet en Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120.0 Mobile/15E148 Safari/604.1',
    'Chrome en iPad',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox en Mac'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0 Safari/537.36 OPR/115.0`, 'Opera en Windows'],
  ['curl/8.5.0', 'Otro dispositivo'],
  ['Mozilla/5.0 (Linux; U)', 'Linux'],
  ['', 'Otro dispositivo'],
  ['node', 'Otro dispositivo'],
])('%s is %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});
