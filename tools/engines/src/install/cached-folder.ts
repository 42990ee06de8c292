import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A folder that is filled once and then only read. It appears under its name when it is complete, so
 * that a download cut short, or two at once, leave nothing half done.
 */
export const fillOnce = async (
  folder: string,
  fill: (scratch: string) => Promise<void>,
): Promise<string> => {
  if (existsSync(folder)) return folder;
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const scratch = mkdtempSync(join(parent, '.filling-'));
  try {
    await fill(scratch);
    if (!existsSync(folder)) renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
};
