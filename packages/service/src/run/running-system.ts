import { readFileSync } from 'node:fs';

/**
 * The settings of the engines that `npm start` runs on this machine, as written to `file`; none
 * where it does not run.
 */
export function readRunningSystem(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
