import { type Deps } from '../../deps.ts';
import { isOpenToAll } from '../../domain/campaign.ts';
import { affiliateFiguresId } from '../../domain/figures.ts';
import { provedEmail } from '../../domain/user.ts';

type AccessDeps = Pick<Deps, 'applications' | 'campaigns' | 'figures' | 'findUser' | 'invitations'>;

/** Whether an account may see the terms of a campaign; false where there is no such campaign. */
export const checkAccess =
  ({ applications, campaigns, figures, findUser, invitations }: AccessDeps) =>
  async (campaignId: string, accountId: string): Promise<boolean> => {
    const campaign = await campaigns.find(campaignId);
    if (campaign === undefined) return false;
    if (campaign.brandId === accountId || isOpenToAll(campaign)) return true;
    const membership = await applications.findOpen(campaignId, accountId);
    if (membership?.status === 'approved') return true;
    const user = await findUser(accountId);
    const email = user === undefined ? undefined : provedEmail(user);
    if (await invitations.isInvited(campaignId, { affiliateId: accountId, email })) return true;
    const { opensExclusive } = await figures.get(affiliateFiguresId(accountId));
    return opensExclusive && isOpenToAll({ ...campaign, isExclusive: false });
  };
