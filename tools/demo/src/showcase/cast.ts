import { type Schemas } from '@tributary/sdk';

/** A brand of the showcase with its one campaign. */
export interface CastBrand {
  readonly key: 'alpine' | 'luma';
  readonly name: string;
  readonly campaign: Schemas['CreateCampaignRequest'];
  /** The median value of an order, and the standard deviation of its logarithm. */
  readonly orderValue: { readonly medianMinor: number; readonly spread: number };
}

export const CAST_BRANDS: readonly [CastBrand, CastBrand] = [
  {
    key: 'alpine',
    name: 'Alpine Gear',
    campaign: {
      name: 'Alpine Gear partners',
      description: 'Boots, packs and tents for people who walk far. 8 % of each order.',
      type: 'sale',
      landing_page_url: 'https://alpine-gear.example/',
      commission: { type: 'percentage', value: 8, currency: 'USD', hold_days: 14 },
      approval: { mode: 'manual' },
      attribution: { model: 'position_based' },
    },
    orderValue: { medianMinor: 8_400, spread: 0.6 },
  },
  {
    key: 'luma',
    name: 'Luma Skincare',
    campaign: {
      name: 'Luma friends',
      description: 'Skincare without perfume. 12 dollars for each order.',
      type: 'sale',
      landing_page_url: 'https://luma-skincare.example/',
      commission: { type: 'fixed', value: 12, currency: 'USD', hold_days: 0 },
      approval: { mode: 'auto' },
    },
    orderValue: { medianMinor: 5_200, spread: 0.4 },
  },
];

/** Whose orders come from one machine within seconds of its clicks. */
export const FRAUDSTER = 'Nico Brandt';
/** Whose account takes no transfers. */
export const DECLINED = 'Harper Quinn';

/** The affiliates of the showcase, each with the media it works with and its campaigns. */
export const CAST: readonly {
  readonly name: string;
  readonly medium: 'blog' | 'newsletter' | 'video' | 'social';
  readonly brands: readonly CastBrand['key'][];
  /** Waits for the brand's approval. */
  readonly isApplicant?: true;
}[] = [
  { name: 'Mara Lindqvist', medium: 'blog', brands: ['alpine'] },
  { name: 'Trail Notes', medium: 'newsletter', brands: ['alpine'] },
  { name: 'Jonas Weber', medium: 'video', brands: ['alpine'] },
  { name: 'The Long Walk', medium: 'blog', brands: ['alpine'] },
  { name: 'Ines Carvalho', medium: 'social', brands: ['alpine'] },
  { name: 'Peak & Valley', medium: 'newsletter', brands: ['alpine'] },
  { name: 'Tom Okafor', medium: 'video', brands: ['alpine'] },
  { name: 'Ultralight Diary', medium: 'blog', brands: ['alpine'] },
  { name: 'Sanna Virtanen', medium: 'social', brands: ['alpine'] },
  { name: 'Gear Lab Weekly', medium: 'newsletter', brands: ['alpine', 'luma'] },
  { name: 'Priya Raman', medium: 'video', brands: ['alpine', 'luma'] },
  { name: 'Weekend Outdoors', medium: 'blog', brands: ['alpine', 'luma'] },
  { name: 'Chloé Martin', medium: 'social', brands: ['luma'] },
  { name: 'Bare Routine', medium: 'blog', brands: ['luma'] },
  { name: DECLINED, medium: 'video', brands: ['luma'] },
  { name: 'Morning Glow', medium: 'newsletter', brands: ['luma'] },
  { name: 'Yuki Tanaka', medium: 'video', brands: ['luma'] },
  { name: 'Skin Notes', medium: 'blog', brands: ['luma'] },
  { name: 'Lena Hoffmann', medium: 'social', brands: ['luma'] },
  { name: 'The Soft Shelf', medium: 'newsletter', brands: ['luma'] },
  { name: 'Diego Alvarez', medium: 'social', brands: ['luma'] },
  { name: 'Clean Label Club', medium: 'blog', brands: ['luma'] },
  { name: 'Amelia Stone', medium: 'video', brands: ['luma'] },
  { name: 'Budget Beauty', medium: 'newsletter', brands: ['luma'] },
  { name: FRAUDSTER, medium: 'social', brands: ['luma'] },
  { name: 'Ridge Runner', medium: 'video', brands: ['alpine'], isApplicant: true },
  { name: 'Camp Kitchen', medium: 'blog', brands: ['alpine'], isApplicant: true },
  { name: 'Deals of Today', medium: 'newsletter', brands: ['alpine'], isApplicant: true },
];
