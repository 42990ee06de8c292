import type { Logger } from 'pino';

/** What the sandbox needs of a logger; pino's fits. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
