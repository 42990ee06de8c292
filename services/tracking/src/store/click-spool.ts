import { randomUUIDv7 } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { clickRow, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { createBatcher } from '@tributary/service';

const OPEN = '.open';
const SEALED = '.clicks';
const CHUNK = 500;

/** Files that some spool of this process writes to; another spool here must not take them. */
const written = new Set<string>();

/** Clicks that Kafka has not taken yet, on the local disk. */
export interface ClickSpool {
  /** Resolves when the click is on the disk (fsync). @throws unavailable where it is full or broken */
  append(click: ClickRow): Promise<void>;
  isEmpty(): boolean;
  /** Hands what is kept to `publish` in pieces and deletes what it took. Rejects where it rejects. */
  replay(publish: (clicks: readonly ClickRow[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const full = (cause?: unknown) =>
  unavailable('click_spool_full', {
    message: 'Clicks cannot be kept at the moment',
    retryAfterSeconds: 5,
    cause,
  });

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** What has been appended to it and is on the disk. */
  bytes: number;
}

interface State {
  readonly directory: string;
  readonly maxBytes: number;
  current: OpenFile | undefined;
  /** Complete files that wait to be replayed. */
  sealed: string[];
  bytes: number;
}

/** A process that has died leaves its open file behind; its last line may be torn. */
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
    if (!name.endsWith(OPEN) && !name.endsWith(SEALED)) continue;
    const pid = Number(name.split('-')[0]);
    // A file of this process number that nobody here writes to is of an earlier life of it.
    const isOrphan = pid === process.pid ? !written.has(file) : !isAlive(pid);
    if (!isOrphan) continue;
    state.bytes += (await stat(file)).size;
    state.sealed.push(file);
  }
}

async function openFile(state: State): Promise<OpenFile> {
  const name = `${process.pid}-${randomUUIDv7()}${OPEN}`;
  const file = path.join(state.directory, name);
  written.add(file);
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

/** A file that ends in a torn line takes no more, or its next line would be lost with that one. */
async function setAside(state: State): Promise<void> {
  const { current } = state;
  if (current === undefined) return;
  state.current = undefined;
  state.sealed.push(current.path);
  try {
    state.bytes += (await current.handle.stat()).size - current.bytes;
    await current.handle.close();
  } catch {
    // The disk is broken; what is on it is replayed all the same, as far as it can be read.
  }
}

/** Closes the file under way, so that it can be replayed while new clicks go to another. */
async function seal(state: State): Promise<void> {
  const { current } = state;
  if (current === undefined) return;
  state.current = undefined;
  await current.handle.close();
  const sealed = current.path.slice(0, -OPEN.length) + SEALED;
  written.add(sealed);
  await rename(current.path, sealed);
  written.delete(current.path);
  state.sealed.push(sealed);
}

const readLine = (line: string): ClickRow | undefined => {
  try {
    const row = clickRow.safeParse(JSON.parse(line));
    return row.success ? row.data : undefined;
  } catch {
    // Torn by a crash, so nobody was told that it is kept.
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
 * Opens the spool in `directory`, which instances on one machine may share, and takes over what
 * processes that died left there.
 */
export async function openClickSpool(settings: {
  directory: string;
  maxBytes: number;
}): Promise<ClickSpool> {
  await mkdir(settings.directory, { recursive: true });
  const state: State = { ...settings, current: undefined, sealed: [], bytes: 0 };
  await takeOver(state);
  // Appending and sealing take turns, so that no line goes to a file that is being replayed.
  const turns = createBatcher<ClickRow | 'seal', undefined>({
    maxItems: 1_000,
    maxWaiting: 20_000,
    run: async (items) => {
      const clicks = items.filter((item) => item !== 'seal');
      if (clicks.length > 0) await write(state, clicks);
      if (items.includes('seal')) await seal(state);
      return [];
    },
  });

  return {
    append: async (click) => {
      await turns.add(click);
    },
    isEmpty: () => state.current === undefined && state.sealed.length === 0,
    replay: async (publish) => {
      await turns.add('seal');
      for (let file = state.sealed[0]; file !== undefined; file = state.sealed[0]) {
        for await (const chunk of chunksOf(file)) await publish(chunk);
        const { size } = await stat(file);
        await unlink(file);
        state.sealed.shift();
        written.delete(file);
        state.bytes -= size;
      }
    },
    close: async () => {
      await turns.add('seal');
      for (const file of state.sealed) written.delete(file);
    },
  };
}
