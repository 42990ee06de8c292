import { constants } from 'node:os';

let isHooked = false;

/**
 * Makes SIGINT, SIGTERM and SIGHUP end this process by an exit, which also ends the processes that it supervises: they are in
 * groups of their own, which the signals of a terminal do not reach.
 */
export function exitOnSignals(): void {
  if (isHooked) return;
  isHooked = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
