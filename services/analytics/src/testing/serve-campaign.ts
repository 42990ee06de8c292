import { type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';

/** A server in campaign's place, with records that no event has notified of. */
export async function serveCampaign() {
  const state = {
    campaigns: new Map<string, CampaignSnapshot>(),
    links: new Map<string, LinkSnapshot>(),
    /** Affiliates with the campaigns that they joined, by `brandId affiliateId`. */
    affiliates: new Map<string, { name: string; campaignIds: readonly string[] }>(),
    isUnavailable: false,
    /** How often it was requested. */
    calls: 0,
  };
  const answer = <Response>(found: Response | undefined): Promise<Response> => {
    state.calls += 1;
    if (state.isUnavailable) return Promise.reject(unavailable('unavailable'));
    return found === undefined ? Promise.reject(notFound('not_found')) : Promise.resolve(found);
  };
  const campaignRpc = 'tributary.campaign.v1.Campaigns';
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('campaign'),
    rpcs: [
      ...(['ResolveLink', 'FindCoupons', 'CheckAccess', 'SetAttribution'] as const).map((method) =>
        rpc(campaignRpc, method, () => Promise.reject(notFound('not_found'))),
      ),
      rpc(campaignRpc, 'GetCampaign', ({ campaignId }) => {
        const found = state.campaigns.get(campaignId);
        return answer(found && { campaign: JSON.stringify(found) });
      }),
      rpc('tributary.campaign.v1.Links', 'FindLinks', ({ linkId = '' }) => {
        const found = state.links.get(linkId);
        return answer({ links: found === undefined ? [] : [JSON.stringify(found)] });
      }),
      rpc('tributary.campaign.v1.Memberships', 'FindMemberships', ({ brandId, affiliateId }) => {
        const found = state.affiliates.get(`${brandId} ${affiliateId}`);
        const joinedAt = '2026-05-01T00:00:00.000Z';
        const memberships = (found?.campaignIds ?? []).map((campaignId) => ({
          campaignId,
          joinedAt,
        }));
        return answer({ memberships, affiliateName: found?.name ?? '' });
      }),
    ],
    onUnexpected: () => undefined,
    isReady: () => true,
  });
  return Object.assign(state, {
    address: `127.0.0.1:${String(server.port)}`,
    close: () => server.close(0),
  });
}
