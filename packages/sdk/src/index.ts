export { createTributary } from './client.ts';
export type { Tributary, TributaryOptions } from './client.ts';
export type { Auth, SessionAuth, SessionTokens, TokenProvider } from './auth.ts';
export type { CallOptions } from './call-options.ts';
export {
  ConflictError,
  ConnectionError,
  DeadlineError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  TributaryError,
  UnauthenticatedError,
  UnavailableError,
  WebhookError,
} from './errors.ts';
export type { ErrorKind, Issue } from './errors.ts';
export type { Groups, Schemas, WebhookEvent } from './gen/groups.ts';
export type { ClickCookieOptions } from './click-cookie.ts';
export { clickIdOf, keepClicks } from './keep-clicks.ts';
export type { ClickRequest, ClickResponse, KeepClicksOptions } from './keep-clicks.ts';
export type { List } from './list.ts';
export { readClick } from './read-click.ts';
export type { ReadClickOptions, VisitorClick } from './read-click.ts';
export type { Signed } from './signing.ts';
export type { Fetch, Retry } from './transport.ts';
export { openWebhooks } from './webhooks.ts';
export type { TestEvent, UnwrapOptions, WebhookHeaders, Webhooks } from './webhooks.ts';
