/*
 * What a process needs that has neither a database nor the message bus, such as the gateway: it
 * loads neither's drivers.
 */
export {
  MEMBER_TOKEN_AUDIENCE,
  memberTokensOf,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from './auth/actor.ts';
export type { Actor } from './auth/actor.ts';
export { requireFreshProof } from './auth/proof.ts';
export type { ProofTerms } from './auth/proof.ts';
export { fixedKeySet, openKeySet } from './auth/key-set.ts';
export type { KeySet } from './auth/key-set.ts';
export { openRevocations, revokeToken, revokeTokens } from './auth/revocations.ts';
export type { Revocations } from './auth/revocations.ts';
export { openTokenVerifier } from './auth/token-verifier.ts';
export type { TokenVerifier } from './auth/token-verifier.ts';
export { catalog, serviceIds } from '@tributary/catalog';
export type { ServiceId } from '@tributary/catalog';
export { creationTimeOf, newId, systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { baseShape } from './base-settings.ts';
export { defineSettings, findWrongSettings, flag, readConfig } from './config.ts';
export { acceptsDevelopmentSecrets } from './gateway-address.ts';
export { developmentSecrets, issuedSecret, ownSecret, PLACEHOLDER } from './secrets.ts';
export { deriveKeys, openSecretCipher } from './secret-cipher.ts';
export type { SecretCipher } from './secret-cipher.ts';
export { isSignedByAny, keyList, keysOf, secretList } from './secret-list.ts';
export type { SecretList } from './secret-list.ts';
export { ConfigError } from './config-error.ts';
export type { BaseConfig, ServiceSettings } from './config.ts';
export { addressKey } from './http/address-key.ts';
export { areaOfPath, errorBody } from './http/error-body.ts';
export type { ErrorArea } from './http/error-body.ts';
export {
  CLIENT_IP_HEADER,
  NO_SESSION_COOKIE,
  OPERATION_HEADER,
  REQUEST_ID_HEADER,
  SERVICE_TOKEN_SCHEME,
  SESSION_COOKIE_HEADER,
} from './http/headers.ts';
export { noNetworks, parseAddress, parseNetworks } from './http/networks.ts';
export type { Networks } from './http/networks.ts';
export { closeServer, followConnections, listen, listenAt, portOf } from './http/server.ts';
export { stopInPhases } from './run/stop-in-phases.ts';
export type { ListenAddress } from './http/server.ts';
export { openLog, redactText } from './log.ts';
export type { Logger } from './log.ts';
export { openMetrics } from './metrics.ts';
export type { ServiceMetrics } from './metrics.ts';
export { openBatchedRateLimiter } from './batched-rate-limit.ts';
export type { BatchedRateLimiter } from './batched-rate-limit.ts';
export { openRateLimiter, rateLimitHeaders, rateLimitStateOf } from './rate-limit.ts';
export type { RateLimit, RateLimiter, RateLimitState } from './rate-limit.ts';
export { isOutage } from './outage.ts';
export { nodeUrls, openRedis } from './redis.ts';
export { runBySlot, sendTogether, slotTag } from './redis-slots.ts';
export type { RedisCommand } from './redis-slots.ts';
export { startProcessTracing } from './tracing.ts';
export { openErrorReport, openOutageLog } from './report-error.ts';
export { openServiceTokens, SERVICE_TOKEN_HEADER } from '@tributary/service-tokens';
export type { ServiceTokens } from '@tributary/service-tokens';
export { redisAnswers, watchDegradation } from './run/degradation.ts';
export { serveOps } from './run/ops-server.ts';
export { configOrExit, runProcess } from './run/run-process.ts';
