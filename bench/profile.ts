import type { BrowserContext, LaunchOptions } from '@playwright/test';
import { chromium } from '@playwright/test';

export const viewport = { width: 1024, height: 768 };

/** Chromium keeps the compiled code of a page at its second start, and takes it from the third on. */
export const startsUntilCompiled = 2;

/**
 * A browser with a profile on the disk, as a device has one: a private window keeps no compiled code. Its first, empty
 * tab keeps it open.
 */
export const openProfile = (options: LaunchOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext('', { ...options, viewport, locale: 'es-AR' });
