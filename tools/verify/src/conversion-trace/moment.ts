/** Something that is known about a conversion, and when it happened. */
export interface Moment {
  readonly at: string;
  readonly from: 'record' | 'event' | 'ledger' | 'delivery' | 'message' | 'log';
  /** The service that knows it. */
  readonly service: string;
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** In order of time; of one moment the cause, before what followed where it was read first. */
export const inOrder = (moments: readonly Moment[]): Moment[] =>
  moments.toSorted((a, b) => a.at.localeCompare(b.at));

/** What names a person, and what is of no use here. */
const HIDDEN = new Set([
  ...['_id', 'order', 'ip', 'userAgent', 'referrer', 'email', 'to', 'body', 'payload', 'claim'],
  ...['customer', 'customerId', 'customerEmail', 'metadata', 'message', 'title', 'expiresAt'],
  ...['traceparent', 'visitorId', 'fingerprint', 'hash', 'time', 'level', 'msg', 'service'],
]);
const MAX_TEXT = 120;

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** One line of text. */
export function lineOf({ at, from, service, what, details }: Moment): string {
  const shown = Object.entries(details)
    .filter(([name, value]) => !HIDDEN.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${textOf(value)}`);
  return `${at}  ${from.padEnd(8)}  ${service.padEnd(12)}  ${what}  ${shown.join(' ')}`.trimEnd();
}
