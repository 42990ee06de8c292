import { allEventTypes } from '@tributary/contracts';
import { eventCatalog, type EventName } from '../domain/event-catalog.ts';
import { dataVariants, type Json } from './data-variants.ts';
import { observedSchema } from './observed-schema.ts';

const text = (example: string): Json => ({ type: 'string', examples: [example] });

/** The headers of every message. */
const headers = [
  {
    name: 'X-Webhook-Event',
    description: 'The name of the event',
    schema: text('conversion.tracked'),
  },
  {
    name: 'X-Webhook-Id',
    description: 'The same in every attempt',
    schema: text('01975b3c-7c00-7000-8000-00000000f101'),
  },
  {
    name: 'X-Webhook-Timestamp',
    description: 'Unix time in seconds',
    schema: text('1777636800'),
  },
  {
    name: 'X-Webhook-Signature',
    description:
      '`sha256=` and the HMAC of the body; several, with commas, while a secret is rotated',
    schema: text('sha256=5f2b8c0d4c1e9a7b6d3f0e8c2a4b6d8f1e3c5a7b9d0f2e4c6a8b0d1f3e5c7a9b'),
  },
  {
    name: 'traceparent',
    description: 'The attempt as W3C Trace Context, from an installation that records traces',
    required: false,
    schema: text('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'),
  },
].map((header) => ({ required: true, ...header, in: 'header' }));

const responses: Json = {
  '2XX': { description: 'The message was received' },
  '410': { description: 'The endpoint is gone; it is switched off' },
  '5XX': { description: 'The message is sent again later' },
};

const SAMPLE_ID = '01975b3c-7c00-7000-8000-00000000f101';
const SAMPLE_TIME = '2026-05-01T12:00:00.000Z';

const envelope = (name: EventName, description: string, data: Json): Json => ({
  type: 'object',
  description,
  required: ['id', 'event', 'timestamp', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'The same in every attempt' },
    event: { type: 'string', const: name, description: 'The name of the event' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event happened' },
    data: { ...data, description: 'What happened; each event has fields of its own' },
  },
});

/** `payout.batch.completed` as `PayoutBatchCompleted`. */
const pascalCase = (name: EventName): string =>
  name.replaceAll(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The schema of an event's data: what all messages on it have in common, whatever its data are. */
function dataSchema(wanted: EventName): Json {
  const observed = allEventTypes().flatMap(({ schema, publicEvents, sample: ofEvent }) =>
    publicEvents
      .filter(({ name }) => name === wanted)
      .flatMap(({ messages, sample = ofEvent }) =>
        dataVariants(schema, sample).flatMap(({ data, choice }) =>
          messages(data).map((message) => ({ value: message.data, choice })),
        ),
      ),
  );
  return observedSchema(observed);
}

/** The message of each public event with its sample, as the `webhooks` of an OpenAPI 3.1 document. */
export function webhooksDocument() {
  const schemas: Record<string, Json> = {};
  const webhooks = eventCatalog.map(({ name, category, description, sample }) => {
    const title = pascalCase(name);
    const $ref = `#/components/schemas/${title}`;
    schemas[`${title}Data`] = { ...dataSchema(name), description: `The data of \`${name}\`` };
    schemas[`${title}Event`] = envelope(name, description, { $ref: `${$ref}Data` });
    const example = { id: SAMPLE_ID, event: name, timestamp: SAMPLE_TIME, data: sample?.data };
    const content = { 'application/json': { schema: { $ref: `${$ref}Event` }, example } };
    const post = {
      tags: ['webhook'],
      summary: description,
      description: `The message that endpoints get which subscribe to \`${name}\`. Category ${category}.`,
      parameters: headers,
      requestBody: { required: true, content },
      responses,
    };
    return [name, { post }] as const;
  });
  return { webhooks: Object.fromEntries(webhooks), schemas };
}
