import { campaignTypes } from '@tributary/contracts';
import { currencySchema } from '@tributary/money';
import {
  booleanText,
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { membershipStates, offerResponse, offerView } from '../../views/campaign-view.ts';
import { listOffers } from '../../workflows/list-offers.ts';

const query = z.strictObject({
  type: z.enum(campaignTypes).optional(),
  search: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Part of the campaign’s name or description, or of the brand’s name'),
  brand_id: z.uuid().optional(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Must be an ISO 3166 country code of two letters')
    .toUpperCase()
    .optional()
    .describe('Campaigns whose targeting includes this country'),
  device: z.enum(['mobile', 'desktop', 'tablet']).optional(),
  commission_type: z.enum(['percentage', 'fixed']).optional(),
  min_commission: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,4})?$/, 'Must be a number')
    .transform(Number)
    .optional()
    .describe('Percent, or units of the currency; requires commission_type'),
  currency: currencySchema.optional(),
  approval: z.enum(['auto', 'manual', 'invite_only']).optional(),
  exclusive: booleanText.optional(),
  membership: z
    .enum(membershipStates)
    .optional()
    .describe('The caller’s relation to the campaigns'),
  sort: z.enum(['newest', 'name', 'commission']).default('newest'),
  ...pageQuery({ defaultSize: 50, maxSize: 100 }),
});

const checked = query.refine(
  ({ min_commission: min, commission_type: type }) => min === undefined || type !== undefined,
  { path: ['commission_type'], message: 'Required with min_commission' },
);

export const listOffersRoute = (deps: Deps) =>
  route({
    operationId: 'listOffers',
    method: 'get',
    path: '/api/affiliate/campaigns',
    summary: 'The marketplace: active campaigns that the caller may join, or has joined',
    description:
      'Campaigns by invitation only are included where the caller was invited. `membership` is the caller’s relation to each.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    query: checked,
    response: z.object({ campaigns: z.array(offerResponse), pagination: paginationSchema }),
    handle: async ({ query: { page, per_page: limit, membership, ...filter }, actor }) => {
      const offerQuery = {
        type: filter.type,
        search: filter.search,
        brandId: filter.brand_id,
        country: filter.country,
        device: filter.device,
        commissionType: filter.commission_type,
        minCommission: filter.min_commission,
        currency: filter.currency,
        approval: filter.approval,
        exclusive: filter.exclusive,
        sort: filter.sort,
      };
      const { offers, total } = await listOffers(deps)({
        affiliateId: actor.id,
        membership,
        query: offerQuery,
        page: pageRequestOf(page, limit),
      });
      const campaigns = offers.map(({ campaign, membership: own }) => offerView(campaign, own));
      return { campaigns, pagination: paginationOf(page, limit, total) };
    },
  });
