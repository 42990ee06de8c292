import { eventCatalog } from '../domain/event-catalog.ts';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };

/** The headers of every message. */
const headers = [
  { name: 'X-Webhook-Event', description: 'The name of the event', schema: text },
  { name: 'X-Webhook-Id', description: 'The same in every attempt', schema: text },
  { name: 'X-Webhook-Timestamp', description: 'Unix time in seconds', schema: text },
  {
    name: 'X-Webhook-Signature',
    description:
      '`sha256=` and the HMAC of the body; several, with commas, while a secret is rotated',
    schema: text,
  },
].map((header) => ({ ...header, in: 'header', required: true }));

const responses: Json = {
  '2XX': { description: 'The message was received' },
  '410': { description: 'The endpoint is gone; it is switched off' },
  '5XX': { description: 'The message is sent again later' },
};

const envelope = (name: string): Json => ({
  type: 'object',
  required: ['id', 'event', 'timestamp', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    event: { const: name },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event happened' },
    data: { type: 'object' },
  },
});

const SAMPLE_ID = '01975b3c-7c00-7000-8000-00000000f101';
const SAMPLE_TIME = '2026-05-01T12:00:00.000Z';

/** The `webhooks` of an OpenAPI 3.1 document: the message of each public event, with its sample. */
export const webhooksDocument = (): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    eventCatalog.map(({ name, category, description, sample }) => {
      const example = { id: SAMPLE_ID, event: name, timestamp: SAMPLE_TIME, data: sample?.data };
      const content = { 'application/json': { schema: envelope(name), example } };
      const post = {
        tags: ['webhook'],
        summary: description,
        description: `Category ${category}.`,
        parameters: headers,
        requestBody: { required: true, content },
        responses,
      };
      return [name, { post }];
    }),
  );
