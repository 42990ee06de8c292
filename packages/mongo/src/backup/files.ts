import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import { type RawDocument, type StoredCollection } from './snapshot.ts';

const { EJSON } = mongoose.mongo.BSON;

const METADATA = '.metadata.json';

const dataFile = (directory: string, { database, name }: StoredCollection): string =>
  join(directory, database, `${name}.bson`);

/** Opens a new file that only its owner reads; a write waits where the disk is slower, and rejects where it fails. */
export async function openWriter(file: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  const written = finished(stream);
  // It may reject before anyone awaits it.
  written.catch(() => undefined);
  return {
    write: async (chunk: Uint8Array | string): Promise<void> => {
      if (stream.errored !== null) throw stream.errored;
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), written]);
    },
    close: async (): Promise<void> => {
      stream.end();
      await written;
    },
  };
}

/** The SHA-256 of each file of a folder, by its path in the folder. */
export async function digestsOf(directory: string): Promise<Record<string, string>> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const digests: Record<string, string> = {};
  for (const entry of found.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    digests[relative(directory, file)] = hash.digest('hex');
  }
  return digests;
}

/** Writes a collection as `mongodump` does. @returns the number of documents */
export async function writeCollection(
  directory: string,
  collection: StoredCollection,
  documents: AsyncIterable<RawDocument>,
): Promise<number> {
  const file = dataFile(directory, collection);
  const writer = await openWriter(file);
  let count = 0;
  for await (const document of documents) {
    await writer.write(document);
    count += 1;
  }
  await writer.close();
  const { name, options, indexes } = collection;
  const metadata = EJSON.stringify({ collectionName: name, type: 'collection', options, indexes });
  await writeFile(file.replace(/\.bson$/, METADATA), metadata, { mode: 0o600 });
  return count;
}

/** The collections of a backup. */
export async function readCollections(directory: string): Promise<StoredCollection[]> {
  const files = await readdir(directory, { recursive: true });
  return Promise.all(
    files
      .filter((file) => file.endsWith(METADATA))
      .map(async (file) => {
        const text = await readFile(join(directory, file), 'utf8');
        const { collectionName, options, indexes } = EJSON.parse(text) as {
          collectionName: string;
        } & Pick<StoredCollection, 'options' | 'indexes'>;
        return { database: dirname(file), name: collectionName, options, indexes };
      }),
  );
}

/** The documents of a collection: each begins with its length in bytes. */
export async function* readDocuments(
  directory: string,
  collection: StoredCollection,
): AsyncGenerator<RawDocument> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(dataFile(directory, collection))) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${collection.name}.bson ends within a document`);
}
