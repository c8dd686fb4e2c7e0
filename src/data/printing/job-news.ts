import { isObject } from '#domain/unknown.ts';
import { onPrintEvent } from './print-events.ts';

/** A job of a print point, when it was made and when it has ended. */
export interface JobNews {
  readonly pointId: number;
  readonly job: { readonly id: string; readonly state: string; readonly error: string | null };
}

/** Calls the listener for each job that is made or ends. Returns the unsubscribe function. */
export const onPrintJob = (listener: (news: JobNews) => void): (() => void) =>
  onPrintEvent((name, payload) => {
    const id = /^printpoint-([1-9]\d{0,9})$/.exec(name)?.[1];
    if (id !== undefined && isJob(payload)) listener({ pointId: Number(id), job: payload });
  });

const isJob = (value: unknown): value is JobNews['job'] =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['state'] === 'string' &&
  (value['error'] === null || typeof value['error'] === 'string');
