import { type Campaign, type CampaignFields, type Criteria } from '../domain/campaign.ts';
import { type AffiliateFacts } from '../domain/criteria.ts';
import { campaignDefaults } from '../views/campaign-defaults.ts';
import { fieldsOf, mergedRecord } from '../views/campaign-from-wire.ts';

export const NOW = new Date('2026-05-01T12:00:00.000Z');

/** The required fields, with defaults for the rest. */
export const campaignFields = (given: Partial<CampaignFields> = {}): CampaignFields => ({
  ...fieldsOf(
    mergedRecord(campaignDefaults, {
      name: 'Summer sale',
      type: 'sale',
      landing_page_url: 'https://shop.example.com/landing?season=summer',
      commission: { type: 'percentage', value: 10 },
    }),
  ),
  ...given,
});

/** An active campaign with manual review. */
export const aStoredCampaign = (given: Partial<Campaign> = {}): Campaign => ({
  ...campaignFields(),
  id: 'campaign',
  brandId: 'brand',
  brandName: 'Brand',
  status: 'active',
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
});

export const noCriteria: Criteria = {
  minLifetimeEarningsMinor: null,
  minConversionRate: null,
  minActiveCampaigns: null,
  verifiedRequired: false,
  requiredChannels: [],
  excludedCountries: [],
};

/** An affiliate without any record. */
export const noFacts: AffiliateFacts = {
  isVerified: false,
  country: null,
  marketingChannels: [],
  earningsMinor: {},
  conversions: 0,
  uniqueClicks: 0,
  activeCampaigns: 0,
  opensExclusive: false,
};
