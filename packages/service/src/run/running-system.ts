import { readFileSync } from 'node:fs';

/**
 * Settings that lead to the engines of the system that runs on this machine, as `npm start` notes them
 * in `file`; none where no system runs.
 */
export function readRunningSystem(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
