import type { Browser } from '@playwright/test';
import * as z from 'zod/mini';

const traceEvents = z.array(
  z.object({
    name: z.string(),
    pid: z.number(),
    tid: z.number(),
    ph: z.string(),
    /** Processor time of the thread in microseconds. */
    tdur: z.optional(z.number()),
    args: z.optional(z.looseObject({ name: z.optional(z.unknown()) })),
  }),
);

const runTask = 'ThreadControllerImpl::RunTask';

/**
 * Records the tasks of all pages of a browser. The returned function ends it and answers, for each page's process, the
 * longest task of its main thread in milliseconds of processor time: what the task would take on a device of its own.
 */
export async function recordTasks(browser: Browser): Promise<() => Promise<number[]>> {
  const devtools = await browser.newBrowserCDPSession();
  const longest = new Map<string, number>();
  const mains = new Set<string>();
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, ph, tdur = 0, args } of z.parse(traceEvents, value)) {
      const thread = `${pid} ${tid}`;
      if (ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain') mains.add(thread);
      if (name === runTask) longest.set(thread, Math.max(longest.get(thread) ?? 0, tdur / 1_000));
    }
  });
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], recordMode: 'recordContinuously' },
  });
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    await devtools.detach();
    return [...mains].flatMap((thread) => longest.get(thread) ?? []);
  };
}
