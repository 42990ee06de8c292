import { type PresentedApiKey } from './identity-client.ts';
import { openTokenCache, type TokenCache } from './token-cache.ts';

/** Exchanges an API key for an access token. @throws unauthenticated, forbidden, unavailable */
export type ExchangeApiKey = (presented: PresentedApiKey) => Promise<string>;

/** The access tokens of API keys, cached by key and address. */
export const openApiKeyTokens = (
  exchange: ExchangeApiKey,
  nowMs?: () => number,
): TokenCache<PresentedApiKey> =>
  openTokenCache(({ apiKey, clientIp }) => `${apiKey} ${clientIp}`, exchange, nowMs);
