import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets a process in a session of its own stand back behind this one by `niceness`. Where the system refuses it, the process runs as any other.
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    const lowered = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness);
    setPriority(pid, lowered);
    // Desktop kernels share the processor between sessions first, whatever their processes' niceness.
    if (process.platform === 'linux') {
      writeFileSync(`/proc/${String(pid)}/autogroup`, String(lowered));
    }
  } catch {
    // It has ended already, or the kernel has no groups of sessions.
  }
}
