import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { writeFormatted } from './write-formatted.ts';

/** The translations of the console, which people write; `npm run gen` adds what is new and drops what is gone. */
export const CONSOLE_CATALOGUES = 'services/console/app/src/i18n/locales';

const root = join(import.meta.dirname, '../../..');
const APP = 'services/console/app/src';

const languages = ['de', 'es'] as const;

/** A source as the compiler reads it. */
const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** Every text that a source gives to `t`. @throws where one is not written out */
export function textsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 't') {
      const [message] = node.arguments;
      if (message === undefined || !ts.isStringLiteralLike(message))
        throw new Error(`${path}: t() needs its text written out: ${node.getText()}`);
      found.push(message.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return found;
}

const LETTERS = /\p{L}{2,}/u;
/** Attributes of elements that people read or hear. */
const READ_ATTRIBUTES = new Set(['alt', 'aria-label', 'label', 'placeholder', 'text', 'title']);

/** Every text that a source shows in one language alone. */
export function hardCodedTextsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && LETTERS.test(node.text)) found.push(node.text.trim());
    if (
      ts.isJsxAttribute(node) &&
      READ_ATTRIBUTES.has(node.name.getText()) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      LETTERS.test(node.initializer.text)
    )
      found.push(node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return found.map((one) => `${path}: ${one}`);
}

/** The sources of the console’s pages, by path. */
export const consoleSources = (): ReadonlyMap<string, string> =>
  new Map(
    globSync(`${APP}/**/*.{ts,tsx}`, { cwd: root })
      .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('i18n/translate.ts'))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

export type Catalogue = Readonly<Record<string, string>>;

export const readCatalogue = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(root, CONSOLE_CATALOGUES, `${language}.json`), 'utf8')) as Catalogue;

/** Extracts the texts of the console into its catalogues; one that is not translated yet is empty. */
export async function generateConsoleTexts(): Promise<void> {
  const texts = [...consoleSources()].flatMap(([path, text]) => textsIn(path, text));
  const names = [...new Set(texts)].toSorted();
  for (const language of languages) {
    const known = readCatalogue(language);
    const catalogue = Object.fromEntries(names.map((name) => [name, known[name] ?? '']));
    const file = join(root, CONSOLE_CATALOGUES, `${language}.json`);
    await writeFormatted(file, JSON.stringify(catalogue));
  }
}
