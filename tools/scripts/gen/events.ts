import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { z } from 'zod';
import { allEventTypes, topicCatalog, type EventType } from '@tributary/contracts';
import { narrowings } from './snapshot-growth.ts';

const root = join(import.meta.dirname, '../../..');
const snapshots = join(root, 'packages/contracts/snapshots');

/** Which services bind a consumer to which event, read from their consumer files. */
function consumersOf(type: string, names: ReadonlyMap<string, string>): string[] {
  const exported = [...names].find(([, eventType]) => eventType === type)?.[0];
  if (exported === undefined) return [];
  return readdirSync(join(root, 'services')).filter((service) => {
    const features = join(root, 'services', service, 'src');
    return readdirSync(features, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.consumer.ts'))
      .some((file) => new RegExp(`\\b${exported}\\b`).test(readFileSync(join(features, file), 'utf8')));
  });
}

const schemaOf = (event: EventType): Record<string, unknown> =>
  z.toJSONSchema(event.schema, { target: 'draft-2020-12' });

function fieldRows(event: EventType): string {
  const schema = schemaOf(event);
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
  return Object.entries(properties)
    .map(([name, property]) => `| \`${name}\` | ${typeName(property)} |`)
    .join('\n');
}

function typeName(property: Record<string, unknown>): string {
  const union = property['anyOf'] as Record<string, unknown>[] | undefined;
  if (union !== undefined) return union.map(typeName).join(' or ');
  const values = property['enum'] as string[] | undefined;
  if (values !== undefined) return values.join(', ');
  const format = property['format'] as string | undefined;
  const type = (property['type'] as string | undefined) ?? 'any';
  return format === undefined ? type : `${type} (${format})`;
}

function section(event: EventType, names: ReadonlyMap<string, string>): string {
  const consumers = consumersOf(event.type, names);
  const consumedBy = consumers.length === 0 ? 'no service yet' : consumers.join(', ');
  return [
    `### ${event.type}`,
    event.description,
    `Topic \`${event.topic}\`, published by ${topicCatalog[event.topic].owner}, consumed by ${consumedBy}.`,
    `| field | type |\n|---|---|\n${fieldRows(event)}`,
  ].join('\n\n');
}

/** A snapshot may only grow: consumers of older events must find all they know. */
async function writeSnapshot(event: EventType): Promise<void> {
  const file = join(snapshots, `${event.type}.json`);
  const schema = schemaOf(event);
  if (existsSync(file)) {
    const lost = narrowings(JSON.parse(readFileSync(file, 'utf8')), schema, event.type);
    if (lost.length > 0) {
      throw new Error(`${lost.join('; ')}. Declare a new version of the event instead.`);
    }
  }
  const json = await format(JSON.stringify(schema), { printWidth: 100, parser: 'json' });
  writeFileSync(file, json);
}

/** docs/events.md and one JSON-Schema snapshot per event version. */
export async function generateEventDocuments(): Promise<void> {
  const contracts = (await import('@tributary/contracts')) as Record<string, unknown>;
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(contracts)) {
    if (typeof value === 'function' && 'schema' in value) {
      names.set(name, (value as unknown as EventType).type);
    }
  }
  mkdirSync(snapshots, { recursive: true });
  const options = { printWidth: 100 } as const;
  for (const event of allEventTypes()) await writeSnapshot(event);
  const intro = `# Events

Generated from \`packages/contracts\` by \`npm run gen\`. Every event travels as CloudEvents headers
(\`ce_id\`, \`ce_type\`, \`ce_source\`, \`ce_time\`) with its data as a JSON body; the message key keeps the
order of one aggregate. Adding an optional field is no break; anything else is a new version.`;
  const sections = allEventTypes().map((event) => section(event, names));
  const document = await format([intro, ...sections].join('\n\n'), { ...options, parser: 'markdown' });
  writeFileSync(join(root, 'docs/events.md'), document);
}
