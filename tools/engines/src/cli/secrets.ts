const USAGE = `Makes the secrets of a system: npm run tool -- secrets [FOLDER]

Writes .env for docker compose, or the files in FOLDER/secrets, such as deploy/overlays/production, from the examples
beside them: random values and key pairs where an example has replace-me-generated. Values that a file has already
stay. The files are readable by their owner alone; no service starts with a placeholder that is left.`;

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryRoot } from '../config.ts';
import { fillExamples } from '../secrets/fill-examples.ts';
import { writePrivateFile } from '../secrets/private-file.ts';

const EXAMPLE = '.example';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function textsIn(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const present = names.filter((name) => existsSync(join(folder, name)));
  return new Map(present.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const withoutExample = (name: string): string => name.slice(0, -EXAMPLE.length);

function fill(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(`.env${EXAMPLE}`));
  if (names.length === 0) throw new Error(`${folder} has no file *.env${EXAMPLE}`);
  const examples = [...textsIn(folder, names)].map(
    ([name, text]) => [withoutExample(name), text] as const,
  );
  const { files, open } = fillExamples(
    new Map(examples),
    textsIn(folder, names.map(withoutExample)),
  );
  for (const [name, text] of files) writePrivateFile(join(folder, name), text);
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
