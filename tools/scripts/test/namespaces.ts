import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteNamespaces } from '@tributary/messaging/testing/namespaces';

/** A test run on a broker that others use as well. */
export interface NamespaceNotes {
  /** To which the tests add their namespaces, one a line. */
  readonly file: string;
  /** Deletes the topics of this run; returns their number. */
  readonly deleteOwn: () => Promise<number>;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Deletes the topics of the namespaces in a file, and then the file: a failure leaves it for the next run. */
async function deleteNoted(file: string, brokers: string): Promise<number> {
  if (!existsSync(file)) return 0;
  const [noted = '', ...namespaces] = readFileSync(file, 'utf8').trim().split('\n');
  // Those of another broker wait for a run on it.
  if (noted !== brokers) return 0;
  const deleted = await deleteNamespaces(brokers.split(','), namespaces);
  rmSync(file);
  return deleted;
}

/**
 * Opens the notes of this run, and deletes the topics of earlier runs of this folder that were killed
 * before they did so.
 * @param brokers addresses, separated by commas
 */
export async function openNamespaceNotes(
  directory: string,
  brokers: string,
  pid = process.pid,
): Promise<NamespaceNotes> {
  const folder = join(directory, 'namespaces');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (Number(name) === pid || !isRunning(Number(name)))
      await deleteNoted(join(folder, name), brokers);
  }
  const file = join(folder, String(pid));
  writeFileSync(file, `${brokers}\n`);
  return { file, deleteOwn: () => deleteNoted(file, brokers) };
}
