import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { MIB } from '@tributary/units';

const LIMIT_BYTES = 20 * MIB;

/**
 * A log file of bounded size. The previous run's is kept beside it as `.1`, and so is the first part of
 * one that grows over the limit. Writes are synchronous, so that a crash loses none.
 */
export const openBoundedLog = (
  file: string,
  limitBytes = LIMIT_BYTES,
): { write: (chunk: Buffer) => void } => {
  mkdirSync(dirname(file), { recursive: true });
  rotate(file);
  let descriptor = openSync(file, 'a');
  let written = 0;
  return {
    write: (chunk) => {
      if (written + chunk.length > limitBytes) {
        closeSync(descriptor);
        rotate(file);
        descriptor = openSync(file, 'a');
        written = 0;
      }
      writeSync(descriptor, chunk);
      written += chunk.length;
    },
  };
};

const rotate = (file: string): void => {
  if (existsSync(file)) renameSync(file, `${file}.1`);
};
