import { createReadStream, existsSync } from 'node:fs';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** An append-only file of JSON lines. Without a file nothing is kept. */
export type Journal<Entry> = Readonly<{ append(entry: Entry): void; close(): void }>;

type JournalOptions<Entry> = Readonly<{
  file: string | undefined;
  replay(entry: Entry): void;
  /** The present state as entries, by which the old file is replaced at each start. */
  snapshot(): Iterable<Entry>;
}>;

/**
 * Replays the file, replaces it by a snapshot so that it does not grow for ever, and opens it for
 * appending. An append is with the operating system when it returns, before the call that caused it
 * is answered: a killed sandbox has lost nothing that it answered.
 * @throws Error where a line in the middle is broken; a torn last line is left out
 */
export async function openJournal<Entry>(options: JournalOptions<Entry>): Promise<Journal<Entry>> {
  const { file } = options;
  if (file === undefined) return { append: () => undefined, close: () => undefined };
  fs.mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) {
    // The file is this program's own: its entries are what was appended.
    await replayFile(file, (entry) => options.replay(entry as Entry));
  }
  writeSnapshot(file, options.snapshot());
  const descriptor = fs.openSync(file, 'a');
  let open = true;
  return {
    append: (entry) => {
      if (open) writeWhole(descriptor, lineOf(entry));
    },
    close: () => {
      if (!open) return;
      open = false;
      fs.closeSync(descriptor);
    },
  };
}

async function replayFile(file: string, replay: (entry: unknown) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let broken: number | undefined;
  let at = 0;
  for await (const line of lines) {
    at += 1;
    if (broken !== undefined) throw new Error(`${file}: line ${String(broken)} is broken`);
    try {
      replay(JSON.parse(line));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      broken = at;
    }
  }
}

function writeSnapshot(file: string, entries: Iterable<unknown>): void {
  const next = `${file}.next`;
  const descriptor = fs.openSync(next, 'w');
  try {
    for (const entry of entries) writeWhole(descriptor, lineOf(entry));
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(next, file);
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
}

function lineOf(entry: unknown): string {
  return `${JSON.stringify(entry)}\n`;
}
