import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FilledFiles, fillExamples } from './fill-examples.ts';
import { writePrivateFile } from './private-file.ts';

const EXAMPLE = '.example';

function textsIn(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const present = names.filter((name) => existsSync(join(folder, name)));
  return new Map(present.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const withoutExample = (name: string): string => name.slice(0, -EXAMPLE.length);

/** Completes the environment files of a folder from the examples in it, readable by their owner alone. */
export function fillExampleFiles(folder: string): FilledFiles {
  const names = readdirSync(folder).filter((name) => name.endsWith(`.env${EXAMPLE}`));
  if (names.length === 0) throw new Error(`${folder} has no file *.env${EXAMPLE}`);
  const examples = [...textsIn(folder, names)].map(
    ([name, text]) => [withoutExample(name), text] as const,
  );
  const filled = fillExamples(new Map(examples), textsIn(folder, names.map(withoutExample)));
  for (const [name, text] of filled.files) writePrivateFile(join(folder, name), text);
  return filled;
}
