import { expect, it } from 'vitest';
import * as limits from './limits.ts';

it('the timing constants of both specifications are in one module (M-20)', () => {
  expect(limits).toMatchObject({
    kanbanTimerMs: 60_000,
    acceptedRefreshMs: 30_000,
    deliverRefreshMs: 60_000,
    storeListRefreshMs: 20_000,
    statusAutoSaveMs: 1_000,
    eventRefetchMs: 1_500,
    newOrderToastMs: 10_000,
    confirmationToastMs: 5_000,
    defaultToastMs: 3_000,
    messageToastMs: 20_000,
    screensaverMs: 300_000,
    storeSessionMs: 15 * 60_000,
    cashboxRefreshMs: 600_000,
    sessionCheckMs: 1_000,
    soundRepeatMs: 10_000,
    automaticPrintMs: 1_500,
    autoCloseCountdownMs: 20_000,
    installPromptMs: 60_000,
    promptRetryMs: 5_000,
    promptCookieSeconds: 10 * 24 * 60 * 60,
    scrollResetMs: 300,
    scrollAnimationMs: 150,
  });
});
