import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script's file: beside the bundle, where the build copies it (`assets.json`), otherwise in its package. */
export function findDocsScript(): string {
  const copied = join(import.meta.dirname, 'assets', 'api-reference.js');
  if (existsSync(copied)) return copied;
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return join(dirname(entry), 'browser', 'standalone.js');
}
