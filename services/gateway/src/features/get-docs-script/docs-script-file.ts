import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file of the docs page's script: beside the bundled program, where the build puts it
 * (`assets.json`), else in the package it comes from. `mainUrl` is `import.meta.url` of the program.
 */
export function findDocsScript(mainUrl: string): string {
  const shipped = join(dirname(fileURLToPath(mainUrl)), 'assets', 'api-reference.js');
  if (existsSync(shipped)) return shipped;
  const entry = createRequire(mainUrl).resolve('@scalar/api-reference');
  return join(dirname(entry), 'browser', 'standalone.js');
}
