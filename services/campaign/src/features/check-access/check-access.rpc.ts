import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { checkAccess } from './check-access.ts';

export const checkAccessRpc = (deps: Deps) =>
  rpc('tributary.campaign.v1.Campaigns', 'CheckAccess', async ({ campaignId, accountId }) => ({
    isAllowed: await checkAccess(deps)(campaignId, accountId),
  }));
