import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { digestsOf, openWriter } from '@tributary/mongo/backup';
import type { OutgoingMessage } from '../port.ts';

const EVENTS = 'events.jsonl';
const MANIFEST = 'backup.json';

/** What a backup holds; written last, so that a folder without it is no backup. */
export interface Manifest {
  readonly version: 1;
  /** The moment of the state, ISO. */
  readonly at: string;
  readonly documents: number;
  readonly events: number;
  /** The topics that have events in it. */
  readonly topics: readonly string[];
  /** The ids of events in the file that state what happened after the moment: a restore leaves them out. */
  readonly laterEvents: readonly string[];
  /** The SHA-256 of each other file, by its path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes events, one a line. */
export async function openEventFile(directory: string) {
  const writer = await openWriter(join(directory, EVENTS));
  return {
    add: ({ topic, key, value, headers }: OutgoingMessage): Promise<void> => {
      const base64 = value === null ? null : Buffer.from(value).toString('base64');
      return writer.write(`${JSON.stringify({ topic, key, value: base64, headers })}\n`);
    },
    close: writer.close,
  };
}

export async function* readEvents(directory: string): AsyncGenerator<OutgoingMessage> {
  const lines = createInterface({ input: createReadStream(join(directory, EVENTS)) });
  for await (const line of lines) {
    const { value, ...event } = JSON.parse(line) as OutgoingMessage & { value: string | null };
    yield { ...event, value: value === null ? null : Buffer.from(value, 'base64') };
  }
}

export const writeManifest = (directory: string, manifest: Manifest): Promise<void> =>
  writeFile(join(directory, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** @throws Error where the folder has no complete backup of a known version, or other files than were written */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, MANIFEST), 'utf8').catch(() => '{}');
  const read = JSON.parse(text) as Partial<Manifest>;
  if (read.version !== 1) throw new Error(`${directory} has no complete backup`);
  const manifest = read as Manifest;
  const { [MANIFEST]: _itself, ...found } = await digestsOf(directory);
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.files)]);
  const changed = [...names].filter((name) => found[name] !== manifest.files[name]);
  if (changed.length > 0)
    throw new Error(`Missing or changed in ${directory}: ${changed.join(', ')}`);
  return manifest;
}
