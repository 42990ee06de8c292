/**
 * Checks that each service follows the plan of folders, that code and documents are free of the denied
 * words, and that links between documents lead somewhere. Prints one line for each problem.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDeniedWords } from './denied-words.ts';
import { isStoredName } from './denied-words-stored.ts';
import { duplicateOperations, layoutProblems } from './layout.ts';
import { relativeLinks } from './links.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const filesUnder = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx,mjs,md}`, { cwd: root }).filter(
    (path) =>
      !/(^|\/)(node_modules|dist|gen|assets)\//.test(path) && statSync(join(root, path)).isFile(),
  );

const services = globSync('services/*', { cwd: root });

function serviceProblems(service: string): string[] {
  return filesUnder(`${service}/src`)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const file = { path: path.slice(`${service}/src/`.length), text: read(path) };
      return layoutProblems(file).map((problem) => `${path}: ${problem}`);
    });
}

function wordProblems(path: string): string[] {
  return findDeniedWords(read(path))
    .filter(({ word }) => !isStoredName(path, word))
    .map(({ line, word, instead }) => `${path}:${line}: “${word}”; write ${instead}`);
}

const linkProblems = (path: string): string[] =>
  relativeLinks(read(path))
    .filter((target) => !existsSync(join(root, dirname(path), target)))
    .map((target) => `${path}: ${target} does not exist`);

const documents = ['docs', 'deploy', 'services', 'packages', 'tools']
  .flatMap(filesUnder)
  .concat(globSync('*.md', { cwd: root }))
  .filter((path) => path.endsWith('.md'));

/** What is searched for denied words besides the services. */
const WORD_FOLDERS = ['packages', 'docs', 'tools'];
const WORD_FILES = ['README.md', 'CONTRIBUTING.md'];

const DICTIONARY = /^tools\/scripts\/check\/denied-words/;

const routeFiles = globSync('services/*/src/features/**/*.route.ts', { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: read(path) }));

const problems = [
  ...services.flatMap(serviceProblems),
  ...duplicateOperations(routeFiles),
  ...[...services, ...WORD_FOLDERS]
    .flatMap(filesUnder)
    .concat(WORD_FILES)
    .filter((path) => !DICTIONARY.test(path))
    .flatMap(wordProblems),
  ...documents.flatMap(linkProblems),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
