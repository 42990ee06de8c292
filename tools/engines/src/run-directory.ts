import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '@tributary/service/process-start';
import { EngineError } from './errors.ts';
import { isGroupAlive, signalGroup } from './process-identity.ts';

interface ProcessRecord {
  readonly pid: number;
  readonly started: string;
  readonly command: string;
}

const OWNER = 'owner.json';

/**
 * Makes this process the only owner of a folder of pid files, and stops what an earlier owner that was
 * killed has left running there. Throws EngineError while another owner lives.
 */
export const claimRunDirectory = async (
  directory: string,
  log: (line: string) => void,
): Promise<() => void> => {
  mkdirSync(directory, { recursive: true });
  const owner = join(directory, OWNER);
  for (;;) {
    if (writeOnce(owner, recordOf(process.pid, process.argv.join(' ')))) break;
    const other = readRecord(owner);
    if (other !== undefined && isAlive(other)) throw stillRunning(directory, other.pid);
    rmSync(owner, { force: true });
  }
  await stopLeftovers(directory, log);
  return () => {
    rmSync(owner, { force: true });
  };
};

/** Stops what an earlier run in `directory` that was killed has left. Throws EngineError while one runs. */
export const stopEarlierRun = async (
  directory: string,
  log: (line: string) => void,
): Promise<void> => {
  for (const part of ['services', 'engines']) {
    const release = await claimRunDirectory(join(directory, 'run', part), log);
    release();
  }
};

const stillRunning = (directory: string, pid: number): EngineError =>
  new EngineError(
    `Process ${String(pid)} already runs from ${dirname(dirname(directory))}`,
    `stop it with Ctrl-C in its terminal or with: kill ${String(pid)}`,
  );

/** Notes a started process, so that a later run can find it after this one was killed. */
export const recordProcess = (
  directory: string,
  name: string,
  pid: number,
  command: string,
): void => {
  writeFileSync(pidFile(directory, name), JSON.stringify(recordOf(pid, command)));
};

export const forgetProcess = (directory: string, name: string): void => {
  rmSync(pidFile(directory, name), { force: true });
};

/** The process number noted under the name, if that very process still runs. */
export const findProcess = (directory: string, name: string): number | undefined => {
  const record = readRecord(pidFile(directory, name));
  return record !== undefined && isAlive(record) ? record.pid : undefined;
};

/** The living owner of a run folder, if any. */
export const findOwner = (directory: string): number | undefined => {
  const record = readRecord(join(directory, OWNER));
  return record !== undefined && isAlive(record) ? record.pid : undefined;
};

const stopLeftovers = async (directory: string, log: (line: string) => void): Promise<void> => {
  const files = readdirSync(directory).filter((file) => file.endsWith('.pid'));
  await Promise.all(
    files.map(async (file) => {
      const record = readRecord(join(directory, file));
      if (record !== undefined && isAlive(record)) {
        log(`${file.slice(0, -'.pid'.length)} was left running by an earlier run; stopping it`);
        await stopGroup(record.pid, 15_000);
      }
      rmSync(join(directory, file), { force: true });
    }),
  );
};

/** SIGTERM to a process group, then SIGKILL when it has not gone within the time. */
export const stopGroup = async (groupId: number, withinMs: number): Promise<void> => {
  signalGroup(groupId, 'SIGTERM');
  const deadline = Date.now() + withinMs;
  // A zombie still counts as a member of its group until its parent reaps it.
  while (isGroupAlive(groupId) && processStart(groupId) !== undefined) {
    if (Date.now() > deadline) signalGroup(groupId, 'SIGKILL');
    await sleep(50);
  }
};

const pidFile = (directory: string, name: string): string => join(directory, `${name}.pid`);

const recordOf = (pid: number, command: string): ProcessRecord => ({
  pid,
  started: processStart(pid) ?? '',
  command,
});

const isAlive = (record: ProcessRecord): boolean => processStart(record.pid) === record.started;

const writeOnce = (file: string, record: ProcessRecord): boolean => {
  try {
    writeFileSync(file, JSON.stringify(record), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const readRecord = (file: string): ProcessRecord | undefined => {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<ProcessRecord>;
    const { pid, started, command } = value;
    if (typeof pid !== 'number' || typeof started !== 'string') return undefined;
    return { pid, started, command: command ?? '' };
  } catch {
    return undefined;
  }
};
