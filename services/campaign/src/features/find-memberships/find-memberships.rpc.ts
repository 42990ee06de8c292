import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';

const MAX_MEMBERSHIPS = 50;

export const findMembershipsRpc = ({ applications, findUser }: Deps) =>
  rpc('tributary.campaign.v1.Memberships', 'FindMemberships', async ({ brandId, affiliateId }) => {
    const found = await applications.listMemberships(brandId, affiliateId, MAX_MEMBERSHIPS);
    const affiliate = found.length === 0 ? undefined : await findUser(affiliateId);
    return {
      memberships: found.map(({ campaignId, reviewedAt, createdAt }) => ({
        campaignId,
        joinedAt: (reviewedAt ?? createdAt).toISOString(),
      })),
      affiliateName: affiliate?.name ?? '',
    };
  });
