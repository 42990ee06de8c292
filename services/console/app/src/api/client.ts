import { createTributary } from '@tributary/sdk';

/** The public API, by the session cookie: no token ever reaches these pages. */
export const api = createTributary({
  baseUrl: window.location.origin,
  headers: { 'x-session-transport': 'cookie' },
  timeoutMs: 20_000,
  deadlineMs: 30_000,
});
