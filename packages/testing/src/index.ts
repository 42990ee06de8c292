export {
  aCampaign,
  aClick,
  aClickCount,
  aCommission,
  aConversion,
  aCoupon,
  aLink,
  anApprovedConversion,
  aUser,
  countedClicks,
  countsOf,
  payableTraffic,
} from './builders.ts';
export { authenticatorCode } from './authenticator-code.ts';
export { clickOwnerOf, COUPON_ORDER_MINOR, couponCases, namedCodeOf } from './coupon-cases.ts';
export type { CouponCase } from './coupon-cases.ts';
export { dropDatabases } from './databases.ts';
export { describeLedger } from './describe-ledger.ts';
export type { LedgerSubject } from './describe-ledger.ts';
export { openEventProbe } from './event-probe.ts';
export type { EventProbe } from './event-probe.ts';
export { eventually } from './eventually.ts';
export { plansOf } from './plans.ts';
export { openRedisCluster } from './redis-cluster.ts';
export type { RedisCluster } from './redis-cluster.ts';
export { testEnv } from './test-env.ts';
export { openTestIdentity } from './test-identity.ts';
export type { TestIdentity, TokenRequest } from './test-identity.ts';
export {
  anyServiceTokens,
  gatewayFetch,
  gatewayHeaders,
  openTestGateway,
  productionEnv,
  serviceKeySettings,
  tokensOf,
} from './service-callers.ts';
export { freePort } from './free-port.ts';
