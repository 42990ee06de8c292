import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@tributary/contracts';
import { type EventType, topicCatalog } from '@tributary/contracts';

const root = join(import.meta.dirname, '../../..');

/** The name under which the contracts export each event, by its type. */
const exportNames = new Map(
  Object.entries(contracts).flatMap(([name, value]) =>
    typeof value === 'function' && 'publicEvents' in value ? [[value.type, name]] : [],
  ),
);

/** Code without imports, comments, and the binding of events to consumers. */
const statementsOf = (text: string): string =>
  text
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/\b\w*(consumer|consumerOfSeveral|batchConsumer)\(\s*\w+/gi, '');

const statements = new Map<string, ReadonlyMap<string, string>>();

/** The statements of a folder's product code, by file. */
function statementsByFile(folder: string): ReadonlyMap<string, string> {
  const known = statements.get(folder);
  if (known !== undefined) return known;
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\/|\/cli\//.test(file))
    .toSorted();
  const read = new Map(
    files.map((file) => [file, statementsOf(readFileSync(join(root, file), 'utf8'))]),
  );
  statements.set(folder, read);
  return read;
}

/** The folder whose code publishes to a topic: of its owner, or of the package by which every service does. */
const folderOf = (topic: EventType['topic']): string => {
  const { owner, shared } = { shared: false, ...topicCatalog[topic] };
  return shared ? 'packages/mongo' : `services/${owner}`;
};

/** The files that publish an event. */
export function emittersOf({ type, topic }: EventType): string[] {
  const mention = new RegExp(`\\b${exportNames.get(type) ?? ''}\\b`);
  return [...statementsByFile(folderOf(topic))].flatMap(([file, text]) =>
    mention.test(text) ? [file] : [],
  );
}
