import { type Stage } from './stage.ts';

/** All pages that have something to show after the stories, by who sees them. */
export const pagesOf = {
  brand: [
    '/',
    '/campaigns',
    '/campaigns/new',
    '/applications',
    '/affiliates',
    '/coupons',
    '/conversions',
    '/claims?status=all',
    '/fraud',
    '/payouts',
    '/reports',
    '/tracking',
    '/webhooks',
    '/developers',
    '/team',
    '/audit',
    '/notifications',
    '/settings/notifications',
    '/settings/account',
    '/no-such-page',
  ],
  affiliate: [
    '/',
    '/campaigns',
    '/links',
    '/creatives',
    '/conversions',
    '/claims',
    '/earnings',
    '/payouts',
    '/statements',
    '/reports',
    '/postbacks',
  ],
  operator: [
    '/',
    '/system',
    '/users',
    '/fraud',
    '/payouts',
    '/batches',
    '/ledger',
    '/reconciliation',
    '/rates',
    '/tiers',
    '/announcements',
    '/webhooks',
    '/audit',
  ],
  visitor: ['/sign-in', '/register', '/forgot-password'],
} as const;

/** Pages of one record each, that the stories have made: where they are, and what their screenshots are called. */
export async function recordPagesOf({
  brand,
}: Pick<Stage, 'brand'>): Promise<readonly (readonly [path: string, name: string])[]> {
  const { campaigns } = await brand.get('/api/brand/campaigns?per_page=1');
  const { applications } = await brand.get('/api/brand/applications?status=approved&per_page=1');
  return [
    [`/campaigns/${campaigns[0].id}`, 'brand_campaign'],
    [`/affiliates/${applications[0].affiliate_id}`, 'brand_affiliate'],
  ];
}
