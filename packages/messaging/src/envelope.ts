import type { OutboxEvent } from '@tributary/mongo';
import type { OutgoingMessage } from './port.ts';

/** CloudEvents 1.0, Kafka binding, binary mode: attributes in headers, the data alone as the value. */
export const header = {
  id: 'ce_id',
  type: 'ce_type',
  source: 'ce_source',
  time: 'ce_time',
  specVersion: 'ce_specversion',
  dataSchema: 'ce_dataschema',
  contentType: 'content-type',
  correlationId: 'x-correlation-id',
  traceparent: 'traceparent',
} as const;

const last = { at: 0, text: new Date(0).toISOString() };

/** Many events have the same millisecond. */
function isoText(moment: Date): string {
  const at = moment.getTime();
  if (at !== last.at) Object.assign(last, { at, text: moment.toISOString() });
  return last.text;
}

/** The message of an event. The same event always produces the same bytes. */
export function toMessage(event: OutboxEvent, source: string): OutgoingMessage {
  const { _id, topic, key, type, payload, correlationId, traceparent, occurredAt } = event;
  const headers: Record<string, string> = {
    [header.id]: _id,
    [header.type]: type,
    [header.source]: `/${source}`,
    [header.time]: isoText(occurredAt),
    [header.specVersion]: '1.0',
    [header.dataSchema]: `urn:tributary:event:${type}`,
    [header.contentType]: 'application/json',
  };
  if (correlationId !== null) headers[header.correlationId] = correlationId;
  if (traceparent !== null) headers[header.traceparent] = traceparent;
  return { topic, key, value: payload, headers };
}

/** Bytes of a message that count for size limits; the limit’s margin covers record framing. */
export function sizeOf({ key, value, headers }: OutgoingMessage): number {
  let bytes = Buffer.byteLength(key ?? '') + Buffer.byteLength(value ?? '');
  for (const [name, text] of Object.entries(headers)) bytes += name.length + text.length + 8;
  return bytes;
}

export const deadTopicOf = (topic: string): string => `${topic}.dead`;
