import { type CampaignSnapshot, type UserSnapshot } from '@tributary/contracts';

/** The one campaign of an invented world. */
export const campaignOf = (campaignId: string, brandId: string, start: Date): CampaignSnapshot => ({
  campaignId,
  brandId,
  brandName: 'Shop',
  name: 'Invented',
  type: 'sale',
  status: 'active',
  landingPageUrl: 'https://shop.example/',
  commission: { type: 'percentage', value: '10', currency: 'EUR', holdDays: 0 },
  attribution: {
    model: 'last_click',
    lookbackWindowDays: 30,
    timeDecayHalfLifeHours: 168,
    positionBasedWeights: { first: 40, middle: 20, last: 40 },
    enableCrossDevice: false,
    fingerprintingEnabled: true,
  },
  targeting: { countries: [], languages: [], devices: [] },
  pixelEnabled: false,
  updatedAt: start.toISOString(),
});

/** An affiliate's account. */
export const userOf = (userId: string, email: string, at: Date): UserSnapshot => ({
  userId,
  role: 'affiliate',
  plan: 'free',
  status: 'active',
  email,
  name: 'Invented',
  company: null,
  country: null,
  phone: null,
  marketingChannels: [],
  registeredAt: at.toISOString(),
});
