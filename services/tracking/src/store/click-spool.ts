import { randomUUIDv7 } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { clickRow, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { createBatcher } from '@tributary/work';

const OPEN = '.open';
const COMPLETE = '.clicks';
const CHUNK = 500;

/** Files that belong to a spool of this process; another spool of this process must not take them over. */
const ownFiles = new Set<string>();

/** Stores clicks on the local disk while Kafka is unavailable. */
export interface ClickSpool {
  /** Resolves when the clicks are on the disk (fsync). @throws unavailable where it is full or broken */
  append(clicks: readonly ClickRow[]): Promise<void>;
  isEmpty(): boolean;
  /** Passes the stored clicks to `publish` in chunks and deletes published files. Rejects where it rejects. */
  replay(publish: (clicks: readonly ClickRow[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const full = (cause?: unknown) =>
  unavailable('click_spool_full', {
    message: 'Clicks cannot be stored at the moment',
    retryAfterSeconds: 5,
    cause,
  });

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** Bytes that are on the disk. */
  bytes: number;
}

interface State {
  readonly directory: string;
  readonly maxBytes: number;
  current: OpenFile | undefined;
  /** Files without further writes, to be replayed. */
  complete: string[];
  bytes: number;
}

/** A dead process leaves its open file behind; its last line may be incomplete. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function takeOver(state: State): Promise<void> {
  for (const name of await readdir(state.directory)) {
    const file = path.join(state.directory, name);
    if (!name.endsWith(OPEN) && !name.endsWith(COMPLETE)) continue;
    const pid = Number(name.split('-')[0]);
    // An unowned file under this process id belongs to an earlier process with the same id.
    const isOrphan = pid === process.pid ? !ownFiles.has(file) : !isAlive(pid);
    if (!isOrphan) continue;
    state.bytes += (await stat(file)).size;
    state.complete.push(file);
  }
}

async function openFile(state: State): Promise<OpenFile> {
  const name = `${process.pid}-${randomUUIDv7()}${OPEN}`;
  const file = path.join(state.directory, name);
  ownFiles.add(file);
  const opened = { path: file, handle: await open(file, 'a'), bytes: 0 };
  // The file's name must survive a power cut as well as its content.
  const directory = await open(state.directory, 'r');
  await directory.sync();
  await directory.close();
  return opened;
}

async function write(state: State, clicks: readonly ClickRow[]): Promise<readonly undefined[]> {
  const lines = clicks.map((click) => `${JSON.stringify(click)}\n`).join('');
  const bytes = Buffer.byteLength(lines);
  if (state.bytes + bytes > state.maxBytes) throw full();
  try {
    state.current ??= await openFile(state);
    await state.current.handle.appendFile(lines);
    await state.current.handle.datasync();
  } catch (error) {
    await setAside(state);
    throw full(error);
  }
  state.current.bytes += bytes;
  state.bytes += bytes;
  return [];
}

/** Closes a file after a failed write: a line after an incomplete one would be lost with it. */
async function setAside(state: State): Promise<void> {
  const { current } = state;
  if (current === undefined) return;
  state.current = undefined;
  state.complete.push(current.path);
  try {
    state.bytes += (await current.handle.stat()).size - current.bytes;
    await current.handle.close();
  } catch {
    // The disk is broken; the file is replayed as far as it can be read.
  }
}

/** Completes the current file, so that it can be replayed while new clicks go to the next file. */
async function rotate(state: State): Promise<void> {
  const { current } = state;
  if (current === undefined) return;
  state.current = undefined;
  await current.handle.close();
  const complete = current.path.slice(0, -OPEN.length) + COMPLETE;
  ownFiles.add(complete);
  await rename(current.path, complete);
  ownFiles.delete(current.path);
  state.complete.push(complete);
}

const readLine = (line: string): ClickRow | undefined => {
  try {
    const row = clickRow.safeParse(JSON.parse(line));
    return row.success ? row.data : undefined;
  } catch {
    // An incomplete line of a crashed process: its click was never acknowledged.
    return undefined;
  }
};

async function* chunksOf(file: string): AsyncGenerator<ClickRow[]> {
  let chunk: ClickRow[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const click = readLine(line);
    if (click !== undefined) chunk.push(click);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Opens the spool in `directory`, which instances on one machine may share, and takes over the files of
 * dead processes.
 */
export async function openClickSpool(settings: {
  directory: string;
  maxBytes: number;
}): Promise<ClickSpool> {
  await mkdir(settings.directory, { recursive: true });
  const state: State = { ...settings, current: undefined, complete: [], bytes: 0 };
  await takeOver(state);
  // Appending and rotating exclude each other, so that no line goes to a file during its replay.
  const writer = createBatcher<readonly ClickRow[] | 'rotate', undefined>({
    maxItems: 1_000,
    maxWaiting: 20_000,
    run: async (items) => {
      const clicks = items.filter((item) => item !== 'rotate').flat();
      if (clicks.length > 0) await write(state, clicks);
      if (items.includes('rotate')) await rotate(state);
      return [];
    },
  });

  return {
    append: async (clicks) => {
      await writer.add(clicks);
    },
    isEmpty: () => state.current === undefined && state.complete.length === 0,
    replay: async (publish) => {
      await writer.add('rotate');
      for (let file = state.complete[0]; file !== undefined; file = state.complete[0]) {
        for await (const chunk of chunksOf(file)) await publish(chunk);
        const { size } = await stat(file);
        await unlink(file);
        state.complete.shift();
        ownFiles.delete(file);
        state.bytes -= size;
      }
    },
    close: async () => {
      await writer.add('rotate');
      for (const file of state.complete) ownFiles.delete(file);
    },
  };
}
