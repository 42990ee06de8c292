import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a new file. @throws Error where it exists */
export function createFile(root: string, path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file)) throw new Error(`${path} exists already`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${path}\n`);
}

/** Inserts text after the last match of a pattern. @throws Error where nothing matches */
export function insertAfterLast(root: string, path: string, pattern: RegExp, text: string): void {
  const file = join(root, path);
  const before = readFileSync(file, 'utf8');
  const match = [...before.matchAll(new RegExp(pattern, 'gm'))].at(-1);
  if (match === undefined) throw new Error(`${path} has no ${String(pattern)}`);
  const end = match.index + match[0].length;
  writeFileSync(file, before.slice(0, end) + text + before.slice(end));
  process.stdout.write(`${path} (changed)\n`);
}
