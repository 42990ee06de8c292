/** Fails when a generated file is stale, and leaves the fresh one behind. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { generateAll, generatedPaths } from './gen/all.ts';

const root = join(import.meta.dirname, '..', '..');

const filesOf = (path: string): string[] => {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
};

const contents = (): Map<string, string> =>
  new Map(
    generatedPaths.flatMap(filesOf).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

const digest = (text: string | undefined): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');

const before = contents();
await generateAll();
const after = contents();

const names = new Set([...before.keys(), ...after.keys()]);
const stale = [...names].filter((name) => digest(before.get(name)) !== digest(after.get(name)));
for (const name of stale) process.stdout.write(`${name} was stale; it is fresh now\n`);
process.exitCode = stale.length === 0 ? 0 : 1;
