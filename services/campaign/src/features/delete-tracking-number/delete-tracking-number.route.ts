import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { telephoneNumber } from '../../views/tracking-number-view.ts';
import { deleteTrackingNumber } from './delete-tracking-number.ts';

export const deleteTrackingNumberRoute = (deps: Deps) =>
  route({
    operationId: 'deleteTrackingNumber',
    method: 'delete',
    path: '/api/brand/campaigns/:campaign_id/numbers/:number',
    summary: 'Removes a telephone number from a call campaign',
    description: 'The link that it is assigned to loses it.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid(), number: telephoneNumber }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { campaign_id: campaignId, number }, actor }) => {
      await deleteTrackingNumber(deps)({ campaignId, brandId: actor.id, number });
      return { success: true, message: 'The number was removed' };
    },
  });
