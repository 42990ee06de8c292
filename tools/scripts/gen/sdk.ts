import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json } from '../../../services/gateway/src/features/get-api-document/json.ts';
import { objectAt, sdkOperations } from './sdk-operations.ts';
import { fieldsOf, membersOf } from './sdk-members.ts';
import { schemaTypes } from './sdk-schemas.ts';
import { groupTypes, lostLines, operationTable, surfaceOf } from './sdk-source.ts';

/** Every export, method, event, member and field of the SDK, one a line. */
export const SDK_SURFACE = 'packages/sdk/snapshots/surface.txt';

/** The generated part of the SDK. */
export const SDK_SOURCES = 'packages/sdk/src/gen';

const root = join(import.meta.dirname, '../../..');

/** The names that a module exports. */
const exportsOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The members of what the SDK exports, in the order of its files. */
const ownMembers = (directory: string, exported: readonly string[]): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted()
    .flatMap((file) => membersOf(readFileSync(join(directory, file), 'utf8')))
    .filter((line) => exported.includes(/ (\w+)\./.exec(line)?.[1] ?? ''));

/** @throws where a line of the snapshot is gone: programs that use it would no longer compile */
function writeSurface(surface: string): void {
  const file = join(root, SDK_SURFACE);
  const lost = lostLines(existsSync(file) ? readFileSync(file, 'utf8') : '', surface);
  if (lost.length > 0) {
    const remedy = `if the break is meant, delete the lines from ${SDK_SURFACE} first`;
    throw new Error(`The SDK would lose:\n${lost.join('\n')}\n${remedy}`);
  }
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, surface);
}

/** Writes the types and the table of operations of packages/sdk from the API document. */
export async function generateSdk(document: Json): Promise<void> {
  const operations = sdkOperations(document);
  const events = Object.keys(objectAt(document, 'webhooks'));
  const directory = join(root, SDK_SOURCES);
  mkdirSync(directory, { recursive: true });
  const exported = exportsOf(readFileSync(join(directory, '../index.ts'), 'utf8'));
  const schemas = await schemaTypes(document);
  const members = [...ownMembers(join(directory, '..'), exported), ...fieldsOf(schemas)];
  writeSurface(surfaceOf({ exported, operations, events, members }));
  writeFileSync(join(directory, 'schemas.ts'), schemas);
  writeFileSync(join(directory, 'groups.ts'), groupTypes(operations, document));
  writeFileSync(join(directory, 'operations.ts'), operationTable(operations));
}
