import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeFormatted } from './write-formatted.ts';
import { z } from 'zod';
import { allEventTypes, topicCatalog, type EventType } from '@tributary/contracts';
import { consumersByType } from './apps.ts';
import { emittersOf } from './emitters.ts';
import { lostFields, narrowings, newValues } from './snapshot-growth.ts';

const root = join(import.meta.dirname, '../../..');
const snapshots = join(root, 'packages/contracts/snapshots');
const publicSnapshots = join(snapshots, 'public');

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

/** The field that is the key, or the key itself where it is the same for every event. */
function keyOf(event: EventType): string {
  const read: string[] = [];
  const data = new Proxy(event.sample as object, {
    get: (sample, field) => {
      read.push(String(field));
      return Reflect.get(sample, field) as unknown;
    },
  });
  const { key } = event(data);
  return read.length === 0 ? `the text \`${key}\`` : `\`${read.join('`, `')}\``;
}

const linkTo = (file: string): string => `[${basename(file, '.ts')}](../${file})`;

function publicationOf({ publicEvents, internalBecause = '' }: EventType): string {
  if (publicEvents.length === 0) return `Not public: ${internalBecause}.`;
  const lines = publicEvents.map(({ name, description }) => `- \`${name}\`: ${description}`);
  return `Public events:\n\n${lines.join('\n')}`;
}

const jsonBlock = (value: unknown): string =>
  ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

const publisherOf = ({ topic }: EventType): string => {
  const { owner, shared } = { shared: false, ...topicCatalog[topic] };
  return shared ? 'every service' : owner;
};

function section(event: EventType, consumers: readonly string[]): string {
  const consumedBy = consumers.length === 0 ? 'no service yet' : consumers.join(', ');
  const files = emittersOf(event).map(linkTo).join(', ');
  return [
    `### ${event.type}`,
    event.description,
    [
      `- Topic \`${event.topic}\`, key ${keyOf(event)}`,
      `- Published by ${publisherOf(event)}: ${files}`,
      `- Consumed by ${consumedBy}`,
    ].join('\n'),
    publicationOf(event),
    `| field | type |\n|---|---|\n${fieldRows(event)}`,
    jsonBlock(event.sample),
  ].join('\n\n');
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** A snapshot may only grow: consumers of older events must find all they know. */
async function writeSnapshot(event: EventType): Promise<void> {
  const file = join(snapshots, `${event.type}.json`);
  const schema = schemaOf(event);
  if (existsSync(file)) {
    const before = readJson(file);
    const lost = narrowings(before, schema, event.type);
    if (lost.length > 0) {
      throw new Error(`${lost.join('; ')}. Declare a new version of the event instead.`);
    }
    const values = newValues(before, schema, event.type);
    if (values.length > 0) {
      throw new Error(
        `${values.join('; ')}. Let the field read any text, or declare a new version.`,
      );
    }
  }
  await writeFormatted(file, JSON.stringify(schema));
}

/** Each public event by its name, as the API lists it. Of several causes the first gives the sample. */
const publicEvents = (): ReadonlyMap<string, object> =>
  new Map(
    allEventTypes()
      .flatMap((eventType) =>
        eventType.publicEvents.map(({ sample = eventType.sample, messages, ...event }) => {
          const { name, category, place, description } = event;
          const sample_payload = messages(sample)[0]?.data ?? {};
          return [name, { name, category, place, description, sample_payload }] as const;
        }),
      )
      .toReversed(),
  );

/** One file per public event. Its name and its fields may not vanish: receivers depend on them. */
async function writePublicSnapshots(): Promise<void> {
  mkdirSync(publicSnapshots, { recursive: true });
  const events = publicEvents();
  for (const file of readdirSync(publicSnapshots)) {
    const name = basename(file, '.json');
    const lost = lostFields(readJson(join(publicSnapshots, file)), events.get(name), name);
    if (lost.length > 0) throw new Error(`${lost.join('; ')}. Receivers of webhooks need them.`);
  }
  for (const [name, event] of events) {
    await writeFormatted(join(publicSnapshots, `${name}.json`), JSON.stringify(event));
  }
}

const INTRO = `# Events

Generated from \`packages/contracts\` by \`npm run gen\`. Every event travels as CloudEvents headers
(\`ce_id\`, \`ce_type\`, \`ce_source\`, \`ce_time\`) with its data as a JSON body; the message key keeps the
order of one aggregate. Adding an optional field is no break; anything else is a new version. Public
events are those that webhook endpoints subscribe to.`;

/** docs/events.md, one JSON-Schema snapshot per event version, and one of each public event. */
export async function generateEventDocuments(): Promise<void> {
  for (const event of allEventTypes()) await writeSnapshot(event);
  await writePublicSnapshots();
  const consumers = await consumersByType();
  const sections = allEventTypes().map((event) => section(event, consumers.get(event.type) ?? []));
  await writeFormatted(join(root, 'docs/events.md'), [INTRO, ...sections].join('\n\n'));
}
