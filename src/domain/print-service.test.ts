import { describe, expect, it } from 'vitest';
import {
  nextServiceState,
  type QzFailure,
  qzFailureOf,
  serviceAtStart,
  type ServiceEvent,
  type ServiceState,
} from './print-service.ts';

const states: Readonly<Record<string, ServiceState>> = {
  off: serviceAtStart,
  failed: { name: 'disconnected', why: 'away' },
  gone: { name: 'disconnected', why: 'gone' },
  pending: { name: 'pending' },
  on: { name: 'connected' },
};
const away: ServiceEvent = { name: 'failed', why: 'away' };

describe('the connection to QZ Tray: pending, connected, disconnected (P-16)', () => {
  it.each<[string, ServiceEvent, string]>([
    ['off', { name: 'connect' }, 'pending'],
    ['failed', { name: 'connect' }, 'pending'],
    ['gone', { name: 'connect' }, 'pending'],
    ['pending', { name: 'connect' }, 'pending'],
    ['on', { name: 'connect' }, 'on'],
    ['pending', { name: 'opened' }, 'on'],
    ['pending', away, 'failed'],
    ['on', { name: 'closed' }, 'gone'],
    ['pending', { name: 'closed' }, 'gone'],
    // Answers that came too late.
    ['off', { name: 'opened' }, 'off'],
    ['on', away, 'on'],
    ['failed', { name: 'closed' }, 'failed'],
  ])('%s, %j -> %s', (from, event, to) => {
    expect(nextServiceState(states[from] ?? serviceAtStart, event)).toEqual(states[to]);
  });
});

it.each<[string, boolean, QzFailure]>([
  ['Unable to establish connection with QZ Tray', false, 'away'],
  ['Connection attempt denied by Local Network Access restrictions', false, 'denied'],
  ['Connection blocked by client', false, 'blocked'],
  ['Request blocked', true, 'blocked'],
  ['Specified printer could not be found.', true, 'no-printer'],
  ['Cannot find printer with name "Caja"', true, 'no-printer'],
  ['Failed to sign request', true, 'unsigned'],
  ['A connection to QZ Tray has not been established yet', true, 'gone'],
  ['Connection closed before response received', true, 'unknown'],
  ['Connection closed before response received', false, 'gone'],
  ["Cannot read properties of null (reading 'sendData')", true, 'unknown'],
  ['anything else', true, 'failed'],
])('«%s», bytes sent: %s -> %s', (message, sent, failure) => {
  expect(qzFailureOf(message, sent)).toBe(failure);
});
