import { forbidden } from '@tributary/errors';
import { type ServiceId, storingServices } from '@tributary/catalog';

/** Which services may call each RPC. Every RPC of protos/ has a line; health checks need no token. */
export const rpcCallers: Readonly<Record<string, readonly ServiceId[]>> = {
  'tributary.attribution.v1.Attribution/Assess': ['tracking'],
  'tributary.attribution.v1.Explanations/Explain': ['commission'],
  'tributary.attribution.v1.Verdicts/JudgeAgain': ['commission'],
  'tributary.campaign.v1.Campaigns/CheckAccess': ['commission'],
  'tributary.campaign.v1.Campaigns/FindCoupons': ['tracking'],
  'tributary.campaign.v1.Campaigns/GetCampaign': [
    'analytics',
    'attribution',
    'commission',
    'notification',
    'tracking',
  ],
  'tributary.campaign.v1.Campaigns/ResolveLink': ['tracking'],
  'tributary.campaign.v1.Campaigns/SetAttribution': ['attribution'],
  'tributary.campaign.v1.Links/FindLinks': ['analytics', 'tracking'],
  'tributary.campaign.v1.Memberships/FindMemberships': ['analytics'],
  'tributary.commission.v1.Commissions/ApplyAdjustment': ['tracking'],
  'tributary.commission.v1.Commissions/ApplyAttributionChange': ['attribution'],
  'tributary.commission.v1.Commissions/CreateForConversions': ['tracking'],
  'tributary.commission.v1.Commissions/PreviewAttributionChange': ['attribution'],
  'tributary.commission.v1.Commissions/UndoAttributionChange': ['attribution'],
  'tributary.commission.v1.Ledger/Balance': ['payout'],
  'tributary.commission.v1.Ledger/Release': ['payout'],
  'tributary.commission.v1.Ledger/Reserve': ['payout'],
  'tributary.commission.v1.Ledger/Restore': ['payout'],
  'tributary.commission.v1.Ledger/Settle': ['payout'],
  'tributary.identity.v1.Users/ExchangeApiKey': ['gateway'],
  'tributary.identity.v1.Users/ExchangeSessionCookie': ['gateway'],
  'tributary.identity.v1.Users/GetMany': ['campaign', 'notification'],
  'tributary.identity.v1.Users/NoteRequests': ['gateway'],
  'tributary.identity.v1.Users/NoteUsage': ['gateway'],
  'tributary.tracking.v1.Clicks/FindJourneys': ['attribution'],
  'tributary.tracking.v1.Clicks/ListVisitors': ['attribution'],
  'tributary.tracking.v1.Clicks/ListVisits': ['attribution'],
  'tributary.tracking.v1.Orders/ListMetadata': ['commission'],
  'tributary.tracking.v1.Conversions/GetConversion': ['attribution', 'commission'],
  'tributary.webhook.v1.Endpoints/ListSubscribers': ['tracking'],
};

/** Which services besides the gateway may call an operation over HTTP, by operationId. */
export const httpCallers: Readonly<Record<string, readonly ServiceId[]>> = {
  // Every service verifies access tokens by these keys.
  getJwks: ['gateway', ...storingServices],
};

/** Which services may call an operation that every service with a database serves; the gateway may not. */
export const commonHttpCallers: Readonly<Record<string, readonly ServiceId[]>> = {
  streamAccountData: ['identity'],
  getServiceState: ['identity'],
};

const notAllowed = (caller: ServiceId, operation: string) =>
  forbidden('caller_not_allowed', { message: `${caller} may not call ${operation}` });

/** @throws forbidden caller_not_allowed where the table does not name `caller` for an RPC */
export function requireRpcCaller(rpc: string, caller: ServiceId): void {
  if (rpcCallers[rpc]?.includes(caller) !== true) throw notAllowed(caller, rpc);
}

/**
 * @param operationId undefined for a path without an operation
 * @throws forbidden caller_not_allowed where `caller` is neither the gateway nor in the tables
 */
export function requireHttpCaller(operationId: string | undefined, caller: ServiceId): void {
  const common = operationId === undefined ? undefined : commonHttpCallers[operationId];
  if (caller === 'gateway' && common === undefined) return;
  const others = common ?? (operationId === undefined ? undefined : httpCallers[operationId]);
  if (others?.includes(caller) !== true) throw notAllowed(caller, operationId ?? 'this path');
}
