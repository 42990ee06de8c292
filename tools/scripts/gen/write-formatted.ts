import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tributary/engines';
import { format, type FormatConfig } from 'oxfmt';

const options = JSON.parse(
  readFileSync(join(repositoryRoot(), '.oxfmtrc.json'), 'utf8'),
) as FormatConfig;

/** Writes a generated file in the repository's format, which its name chooses. */
export async function writeFormatted(file: string, text: string): Promise<void> {
  const { code, errors } = await format(file, text, options);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  writeFileSync(file, code);
}
