import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitOnSignals } from '@tributary/engines';
import {
  engineFault,
  type EngineFault,
  WITHOUT_KAFKA,
  WITHOUT_MONGO,
  WITHOUT_REDIS,
} from './engine-faults.ts';
import { emptyReport, type Report } from './report.ts';

/**
 * Mounts a small disk in memory for each engine, where a user's own namespace allows it without rights on the machine,
 * and runs a program with them.
 */
const MOUNT = `root=$1; shift
for disk in mongo:900m kafka:400m redis:64m; do
  mkdir -p "$root/\${disk%:*}" && mount -t tmpfs -o "size=\${disk#*:}" tmpfs "$root/\${disk%:*}" || exit 70
done
exec "$@"`;

const FULL_SECONDS = 20;
/** An engine may free a part of its disk meanwhile. */
const FILL_EVERY_MS = 500;
const CHUNKS = [1_048_576, 65_536, 4_096].map((bytes) => Buffer.alloc(bytes, 1));

/** Appends to a file until its disk is full. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a');
  for (const chunk of CHUNKS) {
    try {
      while (writeSync(descriptor, chunk) === chunk.length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(descriptor);
}

/** Keeps the disk of a folder full until its end. */
function full(folder: string): Pick<EngineFault, 'begin' | 'end'> {
  const file = join(folder, 'filler');
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      fill(file);
      timer = setInterval(() => {
        fill(file);
      }, FILL_EVERY_MS);
    },
    end: () => {
      clearInterval(timer);
      rmSync(file);
    },
  };
}

/** The disk of each engine full, where `root` has their disks. */
export const diskFaults = (root: string): readonly EngineFault[] =>
  (
    [
      ['Redis', 'redis', WITHOUT_REDIS],
      ['Kafka', 'kafka', WITHOUT_KAFKA],
      ['MongoDB', 'mongo', WITHOUT_MONGO],
    ] as const
  ).map(([engine, folder, limits]) =>
    engineFault('', `the disk of ${engine} full`, FULL_SECONDS, {
      ...full(join(root, folder)),
      limits,
    }),
  );

/** Runs this program once more with the arguments, where `--disks` names a folder with a small disk for each engine. */
export async function withSmallDisks(args: readonly string[]): Promise<Report> {
  const root = mkdtempSync(join(tmpdir(), 'tributary-disks-'));
  const program = [process.execPath, process.argv[1] ?? '', ...args, '--disks', root];
  const child = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', MOUNT, 'sh', root, ...program],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const end = (): void => {
    child.kill('SIGTERM');
    rmSync(root, { recursive: true, force: true });
  };
  exitOnSignals();
  process.once('exit', end);
  let report: Report | undefined;
  child.once('message', (sent) => {
    report = sent as Report;
  });
  const ending = await new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(String(code ?? signal)));
  });
  process.off('exit', end);
  rmSync(root, { recursive: true, force: true });
  const problem = `not shown: small disks cannot be mounted here, or the run ended (${ending})`;
  return report ?? { ...emptyReport('Disks of the engines full'), problems: [problem] };
}
