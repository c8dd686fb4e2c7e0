import { readFailureText } from '#data/api/failure.ts';
import { qzFailureText } from '#texts/printing.ts';
import type { PrintTrouble } from './print-service.ts';

/** What our server said when it did not sign, such as a wrong clock; else what happened at the printer. */
export const troubleText = ({ failure, cause }: PrintTrouble, printer: string): string =>
  failure === 'unsigned' ? readFailureText(cause) : qzFailureText(failure, printer);
