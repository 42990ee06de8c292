const USAGE = `Makes the secrets of a system: npm run tool -- secrets [FOLDER]

Writes .env for docker compose, or the files in FOLDER/secrets, such as deploy/overlays/production, from the examples
beside them: random values and key pairs where an example has replace-me-generated. Values that a file has already
stay. The files are readable by their owner alone; no service starts with a placeholder that is left.`;

import { join, resolve } from 'node:path';
import { repositoryRoot } from '../config.ts';
import { fillExampleFiles } from '../secrets/fill-files.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function fill(folder: string): void {
  const { files, open } = fillExampleFiles(folder);
  print(`${files.size} ${files.size === 1 ? 'file' : 'files'} in ${folder}`);
  for (const setting of open) print(`to be replaced by hand: ${setting}`);
}

const [folder, ...rest] = process.argv.slice(2);
if (folder === '--help' || rest.length > 0) {
  print(USAGE);
  process.exitCode = folder === '--help' ? 0 : 2;
} else {
  fill(folder === undefined ? repositoryRoot() : join(resolve(folder), 'secrets'));
}
