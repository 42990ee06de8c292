import { queryOptions } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Range } from '../range.ts';
import { countedRows, pagesQuery } from '../table/use-rows.ts';
import { withNames } from './affiliate-names.ts';
import { api } from './client.ts';

type Period = Pick<Range, 'start' | 'end'>;

/** By which model a campaign credits affiliates now. */
export const attributionQuery = (campaign: string) =>
  queryOptions({
    queryKey: ['brand', 'campaign', campaign, 'attribution'],
    queryFn: async ({ signal }) => (await api.campaignAttribution.get(campaign, { signal })).data,
  });

/** Affiliates of a comparison that are shown. */
const MAX_COMPARED = 50;

/** Who would have earned most, each once. */
function affiliatesOf(models: readonly Schemas['AttributionPreview'][]) {
  const ids = models.flatMap(({ affiliates }) =>
    affiliates.slice(0, MAX_COMPARED).map(({ affiliate_id: id }) => id),
  );
  return [...new Set(ids)].slice(0, MAX_COMPARED).map((id) => ({ affiliate_id: id }));
}

/** What each model would have credited in a period. */
export const comparisonQuery = (campaign: string, { start, end }: Period) =>
  queryOptions({
    queryKey: ['brand', 'campaign', campaign, 'comparison', start, end],
    queryFn: async ({ signal }) => {
      const period = { start_date: start, end_date: end };
      const { data } = await api.campaignAttribution.compareModels(campaign, period, { signal });
      return { ...data, affiliates: await withNames(affiliatesOf(data.models), signal) };
    },
  });

const MOVES = ['preparing', 'applying', 'undoing'];

/** Past orders that were credited anew, the newest changes first; requested again while one is under way. */
export const attributionChangesQuery = (campaign: string) =>
  queryOptions({
    queryKey: ['brand', 'campaign', campaign, 'changes'],
    queryFn: async ({ signal }) =>
      (await api.attributionChanges.list(campaign, { per_page: 5 }, { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => MOVES.includes(status)) === true ? 2_000 : false,
  });

/** The banners and texts of a campaign, the newest first. */
export const creativePages = (campaign: string) =>
  pagesQuery(['brand', 'campaign', campaign, 'creatives'], async (page, signal) => {
    const { creatives, pagination } = await api.creatives.list(campaign, { page }, { signal });
    return countedRows(creatives, pagination);
  });

/** Who was invited to a campaign. */
export const invitationPages = (campaign: string) =>
  pagesQuery(['brand', 'campaign', campaign, 'invitations'], async (page, signal) => {
    const { invitations, pagination } = await api.invitations.list(campaign, { page }, { signal });
    return countedRows(invitations, pagination);
  });

/** The mail that an invitation with a message would send. */
export const invitationPreview = (campaign: string, message: string) =>
  queryOptions({
    queryKey: ['brand', 'campaign', campaign, 'invitation-preview', message],
    queryFn: ({ signal }) =>
      api.invitations.preview({ campaign_id: campaign, message: message || null }, { signal }),
  });

/** The tiers that count in a campaign: its own, or those of the platform. */
export const campaignTiersQuery = (campaign: string) =>
  queryOptions({
    queryKey: ['brand', 'campaign', campaign, 'tiers'],
    queryFn: ({ signal }) => api.commissionTiers.list({ campaign_id: campaign }, { signal }),
  });

/** What one affiliate brought a brand in a period. */
export const affiliateQuery = (id: string, { start, end }: Period) =>
  queryOptions({
    queryKey: ['brand', 'affiliate', id, start, end],
    queryFn: ({ signal }) =>
      api.brandAffiliates.get(id, { start_date: start, end_date: end }, { signal }),
  });
