import { existsSync } from 'node:fs';
import { arch } from 'node:process';

const FOLDER = `/usr/lib/${arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime`;

/**
 * The settings by which a process has a clock of its own; durations and time-outs stay as they are.
 * @throws Error where libfaketime is not installed
 */
export function clockAheadBy(seconds: number): Readonly<Record<string, string>> {
  const library = `${FOLDER}/libfaketime.so.1`;
  if (!existsSync(library)) throw new Error(`${library} is missing: apt-get install faketime`);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${String(seconds)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  };
}
