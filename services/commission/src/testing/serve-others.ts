import type { CampaignSnapshot, ConversionSnapshot } from '@tributary/contracts';
import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import type { AttributionExplanation } from '../clients/attribution-client.ts';

/** Attribution, campaign and tracking, in memory. */
export async function serveOthers() {
  const [attribution, campaign, tracking] = await Promise.all([
    serveAttribution(),
    serveCampaign(),
    serveTracking(),
  ]);
  return {
    answers: {
      /** The explanations that attribution returns, by conversion. */
      paths: attribution.paths,
      /** The scores that orders get when they are judged again, by conversion; others get 0. */
      secondScores: attribution.secondScores,
      approvals: attribution.approvals,
      /** What of attribution fails: an order of which it knows nothing, or all. */
      attributionFaults: attribution.faults,
      /** The accounts that may see the terms of these campaigns; all may see those of others. */
      closedTo: campaign.closedTo,
      /** What shops reported of orders, by conversion. */
      metadata: tracking.metadata,
      /** The campaigns that their owner has, by id. */
      ownedCampaigns: campaign.owned,
      /** The conversions that tracking has, by id. */
      ownedConversions: tracking.owned,
    },
    addresses: {
      ATTRIBUTION_GRPC: attribution.address,
      CAMPAIGN_GRPC: campaign.address,
      TRACKING_GRPC: tracking.address,
    },
    close: async () => {
      await attribution.close();
      await campaign.close();
      await tracking.close();
    },
  };
}

/** A server in attribution's place that returns the explanations in `paths`, and verdicts by `secondScores`; `approvals` are the times with which it judged. */
async function serveAttribution() {
  const paths = new Map<string, AttributionExplanation>();
  const secondScores = new Map<string, number>();
  const faults = { isAway: false, unknown: new Set<string>() };
  const approvals = new Map<string, string>();
  const judge = rpc(
    'tributary.attribution.v1.Verdicts',
    'JudgeAgain',
    ({ conversionIds, approvedAt }) => {
      if (faults.isAway) return Promise.reject(unavailable('away'));
      for (const [index, id] of conversionIds.entries()) approvals.set(id, approvedAt[index] ?? '');
      const known = conversionIds.filter((id) => !faults.unknown.has(id));
      const verdicts = known.map((conversionId) => {
        const fraudScore = secondScores.get(conversionId) ?? 0;
        const judgedAt = new Date().toISOString();
        return { conversionId, judgedAt, fraudScore, isHeld: fraudScore > 0.5 };
      });
      return Promise.resolve({ verdicts });
    },
  );
  const explain = rpc('tributary.attribution.v1.Explanations', 'Explain', ({ conversionId }) => {
    const known = paths.get(conversionId);
    if (known === undefined) return Promise.reject(notFound('conversion_not_found'));
    return Promise.resolve(known);
  });
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('attribution'),
    rpcs: [explain, judge],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { paths, secondScores, approvals, faults, address, close: () => server.close(1_000) };
}

/** A server in tracking's place that returns what is in `metadata` and `owned`. */
async function serveTracking() {
  const metadata = new Map<string, object>();
  const owned = new Map<string, ConversionSnapshot>();
  const getConversion = rpc(
    'tributary.tracking.v1.Conversions',
    'GetConversion',
    ({ conversionId }) => {
      const known = owned.get(conversionId);
      if (known === undefined) return Promise.reject(notFound('conversion_not_found'));
      return Promise.resolve({ conversion: JSON.stringify(known) });
    },
  );
  const listMetadata = rpc('tributary.tracking.v1.Orders', 'ListMetadata', ({ conversionIds }) =>
    Promise.resolve({
      orders: conversionIds.flatMap((conversionId) => {
        const known = metadata.get(conversionId);
        return known === undefined ? [] : [{ conversionId, metadata: JSON.stringify(known) }];
      }),
    }),
  );
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('tracking'),
    rpcs: [listMetadata, getConversion],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { metadata, owned, address, close: () => server.close(1_000) };
}

/** A server in campaign's place: every campaign is open, unless `closedTo` has the accounts that may see it. */
async function serveCampaign() {
  const closedTo = new Map<string, readonly string[]>();
  const owned = new Map<string, CampaignSnapshot>();
  const checkAccess = rpc(
    'tributary.campaign.v1.Campaigns',
    'CheckAccess',
    ({ campaignId, accountId }) =>
      Promise.resolve({ isAllowed: closedTo.get(campaignId)?.includes(accountId) ?? true }),
  );
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('campaign'),
    rpcs: [
      checkAccess,
      rpc('tributary.campaign.v1.Campaigns', 'GetCampaign', ({ campaignId }) => {
        const known = owned.get(campaignId);
        if (known === undefined) return Promise.reject(notFound('not_found'));
        return Promise.resolve({ campaign: JSON.stringify(known) });
      }),
      ...(['ResolveLink', 'FindCoupons', 'SetAttribution'] as const).map((method) =>
        rpc('tributary.campaign.v1.Campaigns', method, () => Promise.reject(notFound('not_found'))),
      ),
    ],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { closedTo, owned, address, close: () => server.close(1_000) };
}
