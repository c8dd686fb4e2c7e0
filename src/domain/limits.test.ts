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

it('a print service that is down is told for ten seconds (P-44)', () => {
  expect(limits.printServiceNoticeMs).toBe(10_000);
});

it('the sizes of both specifications are in it, too (M-21)', () => {
  expect(limits).toMatchObject({
    dragWidthPx: 768,
    screensaverWidthPx: 768,
    guideWidthPx: 991,
    floorMapSide: 800,
    itemImagePx: 85,
    staticMapPx: { width: 600, height: 500 },
    clarificationMaxChars: 100,
    commentsMaxChars: 100,
    promoCodeChars: { min: 3, max: 20 },
    addressLine2MaxChars: 20,
    printHistoryMax: 1_000,
    receiptColumns: 48,
  });
});

it('a password has 8 to 16 characters, a code 4, the name of a print point 3 to 150 (M-19)', () => {
  expect(limits).toMatchObject({
    passwordChars: { min: 8, max: 16 },
    otpChars: 4,
    printPointNameChars: { min: 3, max: 150 },
  });
});
