import { type DestinationStream, type Logger, pino } from 'pino';
import { currentContext } from '@tributary/context';

export type { Logger } from 'pino';

/** Values of these names never reach a log. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'password',
  'current_password',
  'secret',
  'signature',
  'token',
  'access_token',
  'refresh_token',
  'api_key',
  'key',
  'email',
  'customer_email',
  'walletco_email',
  'receiver',
  'phone',
  'to',
]);
const DEPTH = 4;

/**
 * The fields without secrets; a copy only where there are any. pino’s own redaction copies every
 * line and tries every path on it, which takes a fifth of a millisecond a line: a sixth of the work
 * for an event.
 */
function withoutSecretFields<Fields extends object>(fields: Fields, depth = DEPTH): Fields {
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    const kept = SECRET_NAMES.has(name) ? '[redacted]' : withoutSecretsIn(value, depth);
    if (kept === value) continue;
    copy ??= copyOf(fields);
    copy[name] = kept;
  }
  return (copy ?? fields) as Fields;
}

const copyOf = (fields: object): Record<string, unknown> =>
  (Array.isArray(fields) ? [...(fields as unknown[])] : { ...fields }) as Record<string, unknown>;

const withoutSecretsIn = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  // Errors have a serializer of their own.
  if (value instanceof Error || ArrayBuffer.isView(value)) return value;
  return withoutSecretFields(value, depth - 1);
};

/** E-mail addresses and bearer tokens inside free text, such as an error's message. */
const ADDRESS = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const BEARER = /\b(Bearer|whsec_|trk_)\s?[\w.~+/=-]{8,}/g;

/** Tokens in addresses: of invitations (`<id>.<time>.<signature>`), mailed links and any query. */
const INVITATION = /\b[0-9a-f-]{36}\.\d{1,12}\.[0-9a-f]{16,}/g;
const LINK = /\b(tra_|trr_)[\w-]{8,}/g;
/** User and password in the URL of an engine. */
const CREDENTIALS = /\b([a-z][a-z+]*:\/\/)[^\s/@]*:[^\s/@]*@/g;
const TOKEN_PARAMETER = /([?&]token=)[^&\s]+/g;

/** Free text with e-mail addresses and tokens redacted. */
export const redactText = (text: string): string =>
  text
    .replace(CREDENTIALS, '$1[credentials]@')
    .replace(ADDRESS, '[address]')
    .replace(BEARER, '[token]')
    .replace(INVITATION, '[token]')
    .replace(LINK, '[token]')
    .replace(TOKEN_PARAMETER, '$1[token]');

const withoutSecrets = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: redactText(error.message),
  stack: error.stack === undefined ? undefined : redactText(error.stack),
  ...('code' in error ? { code: error.code } : {}),
  ...(error.cause instanceof Error ? { cause: redactText(error.cause.message) } : {}),
});

/** JSON lines on standard output, each with the correlation id of its work. */
export const openLog = (service: string, level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecretFields(fields),
      },
      serializers: { err: withoutSecrets, error: withoutSecrets },
      mixin: () => {
        const context = currentContext();
        if (context === undefined) return {};
        const { correlationId, span } = context;
        return {
          correlation_id: correlationId,
          ...(span === undefined ? {} : { trace_id: span.traceId }),
        };
      },
    },
    to,
  );
