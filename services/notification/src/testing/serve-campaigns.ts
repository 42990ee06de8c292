import { type CampaignSnapshot } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';

const SERVICE = 'tributary.campaign.v1.Campaigns';
const missing = () => Promise.reject(notFound('not_found'));

/** A server in campaign's place that returns the campaigns in `owned`. */
export async function serveCampaigns() {
  const owned = new Map<string, CampaignSnapshot>();
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('campaign'),
    rpcs: [
      rpc(SERVICE, 'GetCampaign', ({ campaignId }) => {
        const found = owned.get(campaignId);
        return found === undefined
          ? missing()
          : Promise.resolve({ campaign: JSON.stringify(found) });
      }),
      ...(['ResolveLink', 'FindCoupons', 'CheckAccess', 'SetAttribution'] as const).map((method) =>
        rpc(SERVICE, method, missing),
      ),
    ],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { owned, address, close: () => server.close(0) };
}
