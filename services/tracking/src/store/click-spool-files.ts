import { randomUUIDv7 } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { clickRow, type ClickRow } from '@tributary/contracts';
import { processStart } from '@tributary/service/process-start';

const ENDING = '.clicks';
/** Of files that processes of the version before have open. */
const EARLIER_ENDING = '.open';
const CHUNK = 500;
/** Process number, start of the process, spool, file. */
const NAME_PARTS = 4;

/** A file to be replayed. */
export interface SpoolFile {
  readonly path: string;
  readonly bytes: number;
  /** When its first click was stored, epoch ms. */
  readonly sinceMs: number;
}

/** A line that is no click by the schema of this version. */
export interface UnreadableLine {
  readonly bytes: Buffer;
  readonly error: Error;
}

/** Some lines of a file, in order. */
export interface SpoolChunk {
  readonly clicks: readonly ClickRow[];
  readonly unreadable: readonly UnreadableLine[];
}

/** Spools of this process that are open. */
const openSpools = new Set<string>();

const startText = (pid: number): string | undefined =>
  processStart(pid)?.replaceAll(/[^\da-zA-Z]+/g, '');

/** Who a file belongs to, which its name states. */
export interface SpoolOwner {
  /** A new path of a file of this spool in `directory`. */
  newPath(directory: string): string;
  /** From now on other spools may take over its files. */
  release(): void;
}

/** Makes the owner of a new spool. */
export function openOwner(): SpoolOwner {
  const spool = randomUUIDv7().replaceAll('-', '');
  const prefix = `${String(process.pid)}-${startText(process.pid) ?? 'unknown'}-${spool}`;
  openSpools.add(prefix);
  return {
    newPath: (directory) =>
      path.join(directory, `${prefix}-${randomUUIDv7().replaceAll('-', '')}${ENDING}`),
    release: () => {
      openSpools.delete(prefix);
    },
  };
}

/** Whether no process writes or replays a file any more. The number of a dead process may be in use again. */
async function isOrphan(directory: string, name: string): Promise<boolean> {
  const parts = name.split('-');
  const pid = Number(parts[0]);
  const running = startText(pid);
  if (running === undefined) return true;
  if (parts.length !== NAME_PARTS) return isOlderThanProcess(path.join(directory, name), pid);
  if (parts[1] !== running) return true;
  return pid === process.pid && !openSpools.has(parts.slice(0, -1).join('-'));
}

/** Names of the version before have no start time: a process did not write what is older than itself. */
async function isOlderThanProcess(file: string, pid: number): Promise<boolean> {
  const startedMs = startedAtMs(pid);
  return startedMs !== undefined && (await stat(file)).mtimeMs < startedMs;
}

/** When a process started by the wall clock, epoch ms; undefined where the system does not state it. */
function startedAtMs(pid: number): number | undefined {
  try {
    const ticks = Number(processStart(pid)?.split(' ').at(-1));
    const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
    // Linux reports 100 ticks a second to programs on every machine.
    const startedMs = Number(boot) * 1_000 + ticks * 10;
    return Number.isNaN(startedMs) ? undefined : startedMs;
  } catch {
    return undefined;
  }
}

/** Renames the files of dead processes to `owner`; of several spools that try, one gets each file. */
export async function takeOverOrphans(directory: string, owner: SpoolOwner): Promise<SpoolFile[]> {
  const taken: SpoolFile[] = [];
  for (const name of await readdir(directory)) {
    if (!name.endsWith(ENDING) && !name.endsWith(EARLIER_ENDING)) continue;
    const file = path.join(directory, name);
    const own = owner.newPath(directory);
    try {
      if (!(await isOrphan(directory, name))) continue;
      await rename(file, own);
    } catch (error) {
      if (isMissing(error)) continue;
      throw error;
    }
    const { size, birthtimeMs } = await stat(own);
    taken.push({ path: own, bytes: size, sinceMs: birthtimeMs });
  }
  return taken;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The lines of a file, in chunks. */
export async function* chunksOf(file: string): AsyncGenerator<SpoolChunk> {
  let clicks: ClickRow[] = [];
  let unreadable: UnreadableLine[] = [];
  for await (const line of linesOf(file)) {
    const read = readLine(line);
    if ('bytes' in read) unreadable.push(read);
    else clicks.push(read);
    if (clicks.length + unreadable.length < CHUNK) continue;
    yield { clicks, unreadable };
    clicks = [];
    unreadable = [];
  }
  if (clicks.length + unreadable.length > 0) yield { clicks, unreadable };
}

const LINE_END = 0x0a;

/** What follows the last line's end is an incomplete line of a crashed process: its click was never acknowledged. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const data of createReadStream(file) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, data]);
    let begin = 0;
    for (;;) {
      const end = rest.indexOf(LINE_END, begin);
      if (end === -1) break;
      yield rest.subarray(begin, end);
      begin = end + 1;
    }
    rest = rest.subarray(begin);
  }
}

function readLine(bytes: Buffer): ClickRow | UnreadableLine {
  try {
    return clickRow.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    return { bytes, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
