import { notFound } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { campaignSnapshotOf } from '../../domain/campaign.ts';
import { linkSnapshotOf } from '../../domain/link.ts';

export const resolveLinkRpc = ({ links, campaigns }: Deps) =>
  rpc('tributary.campaign.v1.Campaigns', 'ResolveLink', async ({ trackingCode }) => {
    const link = await links.findByCode(trackingCode);
    if (link === undefined) throw notFound('not_found', { message: 'There is no such link' });
    const campaign = await campaigns.get(link.campaignId);
    return {
      link: JSON.stringify(linkSnapshotOf(link)),
      campaign: JSON.stringify(campaignSnapshotOf(campaign)),
    };
  });
