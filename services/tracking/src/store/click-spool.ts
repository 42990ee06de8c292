import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { MIB } from '@tributary/units';
import { createBatcher } from '@tributary/work';
import {
  chunksOf,
  openOwner,
  type SpoolChunk,
  type SpoolFile,
  type SpoolOwner,
  takeOverOrphans,
} from './click-spool-files.ts';

/** A larger file is completed, so that a replay that fails repeats little. */
const FILE_BYTES = 8 * MIB;
const TAKE_OVER_EVERY_MS = 10_000;

/** What waits in a spool. */
export interface SpoolState {
  readonly bytes: number;
  readonly files: number;
  /** When the oldest click was stored, epoch ms; undefined where none waits. */
  readonly oldestMs: number | undefined;
  /** Whether the last clicks could not be stored. */
  readonly isFull: boolean;
}

/** Stores clicks on the local disk while Kafka is unavailable. */
export interface ClickSpool {
  /** Resolves when the clicks are on the disk (fsync). @throws unavailable where it is full or broken */
  append(clicks: readonly ClickRow[]): Promise<void>;
  isEmpty(): boolean;
  state(): SpoolState;
  /** Takes over the files of processes that died since; looks at most every ten seconds. */
  takeOver(): Promise<void>;
  /** Passes the stored clicks to `publish` in chunks and deletes published files. Rejects where it rejects. */
  replay(publish: (chunk: SpoolChunk) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The spool of a process that takes no clicks. */
export const noClickSpool: ClickSpool = {
  append: () => Promise.reject(new Error('this process has no click spool')),
  isEmpty: () => true,
  state: () => ({ bytes: 0, files: 0, oldestMs: undefined, isFull: false }),
  takeOver: () => Promise.resolve(),
  replay: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const full = (cause?: unknown) =>
  unavailable('click_spool_full', {
    message: 'Clicks cannot be stored at the moment',
    retryAfterSeconds: 5,
    cause,
  });

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly sinceMs: number;
  /** Bytes of acknowledged clicks, which are on the disk. */
  bytes: number;
}

interface Spool {
  readonly directory: string;
  readonly maxBytes: number;
  readonly owner: SpoolOwner;
  current: OpenFile | undefined;
  /** Files without further writes, to be replayed. */
  complete: SpoolFile[];
  bytes: number;
  isFull: boolean;
  takeOverDue: number;
}

async function takeOver(spool: Spool): Promise<void> {
  if (performance.now() < spool.takeOverDue) return;
  spool.takeOverDue = performance.now() + TAKE_OVER_EVERY_MS;
  const taken = await takeOverOrphans(spool.directory, spool.owner);
  spool.complete.push(...taken);
  for (const { bytes } of taken) spool.bytes += bytes;
}

async function openFile({ directory, owner }: Spool): Promise<OpenFile> {
  const file = owner.newPath(directory);
  const handle = await open(file, 'a');
  return { path: file, handle, sinceMs: Date.now(), bytes: 0 };
}

/** A file's name must survive a power cut as well as its content. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}

async function append(spool: Spool, clicks: readonly ClickRow[]): Promise<void> {
  const lines = clicks.map((click) => `${JSON.stringify(click)}\n`).join('');
  const bytes = Buffer.byteLength(lines);
  if (spool.bytes + bytes > spool.maxBytes) throw full();
  try {
    const file = (spool.current ??= await openFile(spool));
    await file.handle.appendFile(lines);
    await file.handle.datasync();
    if (file.bytes === 0) await syncDirectory(spool.directory);
    file.bytes += bytes;
  } catch (error) {
    await undoWrite(spool);
    throw full(error);
  }
  spool.bytes += bytes;
  if (spool.current.bytes >= FILE_BYTES) await rotate(spool);
}

/**
 * Cuts off what a failed write left in the file, which stays open for the next clicks: a line after an
 * incomplete one would be lost with it.
 */
async function undoWrite(spool: Spool): Promise<void> {
  const { current } = spool;
  if (current === undefined) return;
  try {
    await current.handle.truncate(current.bytes);
  } catch {
    // The disk is broken; the file is replayed as far as it can be read.
    await rotate(spool).catch(() => undefined);
  }
}

/** Completes the current file, so that it can be replayed while new clicks go to the next file. */
async function rotate(spool: Spool): Promise<void> {
  const { current } = spool;
  if (current === undefined) return;
  spool.current = undefined;
  const { path, bytes, sinceMs } = current;
  if (bytes > 0) spool.complete.push({ path, bytes, sinceMs });
  await current.handle.close();
  if (bytes === 0) await unlink(path);
}

type Item = readonly ClickRow[] | 'rotate';

/** Clicks that cannot be stored do not prevent a rotation: the replay frees space. */
async function run(spool: Spool, items: readonly Item[]): Promise<(Error | undefined)[]> {
  const clicks = items.filter((item) => item !== 'rotate').flat();
  const refusal = clicks.length === 0 ? undefined : await errorOf(append(spool, clicks));
  if (clicks.length > 0) spool.isFull = refusal !== undefined;
  const failure = items.includes('rotate') ? await errorOf(rotate(spool)) : undefined;
  return items.map((item) => (item === 'rotate' ? failure : refusal));
}

const errorOf = (work: Promise<void>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

async function replay(
  spool: Spool,
  nextFile: () => Promise<SpoolFile | undefined>,
  publish: (chunk: SpoolChunk) => Promise<void>,
): Promise<void> {
  for (let file = await nextFile(); file !== undefined; file = await nextFile()) {
    for await (const chunk of chunksOf(file.path)) await publish(chunk);
    await unlink(file.path);
    spool.complete.shift();
    spool.bytes -= file.bytes;
    spool.isFull = false;
  }
}

function stateOf({ current, complete, bytes, isFull }: Spool): SpoolState {
  const files = [...complete, ...(current === undefined ? [] : [current])].filter(
    (file) => file.bytes > 0,
  );
  const since = files.map(({ sinceMs }) => sinceMs);
  const oldestMs = since.length === 0 ? undefined : Math.min(...since);
  return { bytes, files: files.length, oldestMs, isFull };
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
  const owner = openOwner();
  const spool: Spool = {
    ...settings,
    owner,
    current: undefined,
    complete: [],
    bytes: 0,
    isFull: false,
    takeOverDue: 0,
  };
  await takeOver(spool);
  // Appending and rotating exclude each other, so that no line goes to a file during its replay.
  const writer = createBatcher<Item, undefined>({
    maxItems: 1_000,
    maxWaiting: 20_000,
    run: (items) => run(spool, items),
  });
  /** The current file takes clicks until all others are published. */
  const nextFile = async (): Promise<SpoolFile | undefined> => {
    if (spool.complete.length === 0) await writer.add('rotate');
    return spool.complete[0];
  };

  return {
    append: async (clicks) => {
      await writer.add(clicks);
    },
    isEmpty: () => (spool.current?.bytes ?? 0) === 0 && spool.complete.length === 0,
    state: () => stateOf(spool),
    takeOver: () => takeOver(spool),
    replay: (publish) => replay(spool, nextFile, publish),
    close: async () => {
      await writer.add('rotate');
      owner.release();
    },
  };
}
