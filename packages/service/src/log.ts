import { type Logger, pino } from 'pino';
import { currentContext } from '@tributary/context';

export type { Logger } from 'pino';

/** Whatever bears one of these names never reaches a log, at any of the usual depths. */
const SECRET_NAMES = [
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
];
const redacted = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** E-mail addresses and bearer tokens inside free text, such as an error's message. */
const ADDRESS = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const BEARER = /\b(Bearer|whsec_|trk_)\s?[\w.~+/=-]{8,}/g;

/** Free text with addresses and tokens blotted out. */
export const redactText = (text: string): string =>
  text.replace(ADDRESS, '[address]').replace(BEARER, '[token]');

const withoutSecrets = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: redactText(error.message),
  stack: error.stack === undefined ? undefined : redactText(error.stack),
  ...('code' in error ? { code: error.code } : {}),
  ...(error.cause instanceof Error ? { cause: redactText(error.cause.message) } : {}),
});

/** JSON lines on standard output, each with the correlation id of the work it belongs to. */
export const openLog = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: withoutSecrets, error: withoutSecrets },
    mixin: () => {
      const correlationId = currentContext()?.correlationId;
      return correlationId === undefined ? {} : { correlation_id: correlationId };
    },
  });
