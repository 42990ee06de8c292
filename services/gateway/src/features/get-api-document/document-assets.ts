import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordedCalls } from './describe-operations.ts';
import { type FieldNotes } from './schema-example.ts';

/** What the document contains besides the services' own parts. */
export interface DocumentAssets {
  readonly notes: FieldNotes;
  readonly calls: RecordedCalls;
}

/** The folder of the files: beside the bundle, where the build copies them (`assets.json`), otherwise with the sources. */
function assetFolder(): string {
  const copied = join(import.meta.dirname, 'assets');
  return existsSync(copied) ? copied : join(import.meta.dirname, '../../../assets');
}

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(assetFolder(), name), 'utf8'));

/** Reads them for one use: in memory they would stay larger than the document itself. */
export const readDocumentAssets = async (): Promise<DocumentAssets> => ({
  notes: (await readJson('api-fields.json')) as FieldNotes,
  calls: (await readJson('api-examples.json')) as RecordedCalls,
});
