import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { offerResponse, offerView } from '../../views/campaign-view.ts';
import { listOffers } from '../../workflows/list-offers.ts';

export const getOfferRoute = (deps: Deps) =>
  route({
    operationId: 'getOffer',
    method: 'get',
    path: '/api/affiliate/campaigns/:campaign_id',
    summary: 'A campaign of the marketplace, with the caller’s membership',
    description:
      'The campaign and its terms as affiliates see them; a member of it sees it also while it is paused and once it is completed. ' +
      'A campaign that the caller may not see does not exist for the caller.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    response: offerResponse,
    handle: async ({ params: { campaign_id: campaignId }, actor }) => {
      const { offers } = await listOffers(deps)({
        affiliateId: actor.id,
        membership: undefined,
        query: {},
        page: { skip: 0, limit: 1 },
        campaignId,
      });
      const [offer] = offers;
      if (offer === undefined) throw notFound('not_found', { message: 'There is no such record' });
      return offerView(offer.campaign, offer.membership);
    },
  });
