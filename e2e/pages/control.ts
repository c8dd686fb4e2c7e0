import type { Locator } from '@playwright/test';

/**
 * Presses a radio, a box or a switch where a person presses it, on its card or row: the control itself is hidden. A
 * forced press would land on a notice that lies over it.
 */
export const pressControl = (control: Locator): Promise<void> => control.locator('xpath=ancestor::label[1]').click();
