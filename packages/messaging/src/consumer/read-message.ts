import { acceptCorrelationId, isPlainId } from '@tributary/context';
import { invalid } from '@tributary/errors';
import { header } from '../envelope.ts';
import type { IncomingMessage } from '../port.ts';
import type { HandledEvent } from './handlers.ts';

interface Binding {
  readonly eventType: {
    readonly schema: {
      safeParse(data: unknown): { success: true; data: unknown } | { success: false; error: Error };
    };
  };
}

/** A message as this service understands it. */
export type Reading<Handler> =
  | { readonly kind: 'event'; message: IncomingMessage; event: HandledEvent; handler: Handler }
  /** A type without a handler. */
  | { readonly kind: 'skip'; message: IncomingMessage }
  /** It can never be handled. */
  | { readonly kind: 'poison'; message: IncomingMessage; error: Error };

/** Checks a message against its contract. Never throws. */
export function readMessage<Handler extends Binding>(
  message: IncomingMessage,
  handlers: ReadonlyMap<string, Handler>,
): Reading<Handler> {
  const { headers } = message;
  const type = headers[header.type];
  const id = headers[header.id];
  if (type === undefined || id === undefined || id === '') {
    return poison(message, 'not an event: its ce_id or ce_type header is missing');
  }
  if (!isPlainId(id)) return poison(message, 'its ce_id is not an id');
  const handler = handlers.get(type);
  if (handler === undefined) return { kind: 'skip', message };
  const data = parse(message, handler);
  if (data instanceof Error) return { kind: 'poison', message, error: data };
  const occurredAt = new Date(headers[header.time] ?? '');
  if (Number.isNaN(occurredAt.getTime())) return poison(message, 'its ce_time is not a time');
  const { topic, partition, offset } = message;
  const position = { topic, partition, offset };
  const correlationId = acceptCorrelationId(headers[header.correlationId], () => id);
  return {
    kind: 'event',
    message,
    handler,
    event: { id, type, data: data.parsed, occurredAt, correlationId, position },
  };
}

function parse(message: IncomingMessage, handler: Binding): { parsed: unknown } | Error {
  if (message.value === null) return unreadable('it has no value');
  try {
    const result = handler.eventType.schema.safeParse(JSON.parse(message.value.toString()));
    if (result.success) return { parsed: result.data };
    return unreadable(`it does not fit its schema: ${result.error.message}`, result.error);
  } catch (error) {
    return unreadable('its value is not JSON', error);
  }
}

const poison = (message: IncomingMessage, why: string) =>
  ({ kind: 'poison', message, error: unreadable(why) }) as const;

const unreadable = (message: string, cause?: unknown) =>
  invalid('event_unreadable', { message: message.slice(0, 2_000), cause });
