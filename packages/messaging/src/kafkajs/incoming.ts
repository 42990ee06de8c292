import type kafkajs from 'kafkajs';
import type { IncomingMessage } from '../port.ts';

/** A message in the terms of the port; `topic` is without the prefix. */
export const incomingMessage = (
  topic: string,
  partition: number,
  { offset, key, value, headers }: kafkajs.KafkaMessage,
): IncomingMessage => ({
  topic,
  partition,
  offset,
  key: key === null ? null : key.toString(),
  value,
  headers: textHeaders(headers ?? {}),
});

/** The last value of a repeated header counts; absent ones are left out. */
function textHeaders(headers: kafkajs.IHeaders): Record<string, string> {
  // Without a prototype, so that no header name has a special meaning.
  const texts = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) texts[name] = last.toString();
  }
  return texts;
}
