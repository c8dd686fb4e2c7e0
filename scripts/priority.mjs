import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of a process and of its session: Linux shares the processor between sessions first, and between
 * their processes then. Processes that it starts later inherit both.
 * @param {number} pid
 * @param {number} session how far the session gives way to others, up to 19
 */
export function lowerPriority(pid, session = 19) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    writeFileSync(`/proc/${pid}/autogroup`, String(session));
  } catch {
    // A system without priorities or sessions: the process only takes longer to leave the processor.
  }
}
