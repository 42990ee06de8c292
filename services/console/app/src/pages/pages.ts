import { type PageModule } from './page-module.ts';

export type Role = 'brand' | 'affiliate' | 'admin';

type Open = () => Promise<PageModule>;
type Opens = Readonly<Partial<Record<Role, Open>>>;

/** A page that looks the same to brands and affiliates. */
const shared = (open: Open): Opens => ({ brand: open, affiliate: open });
const everybody = (open: Open): Opens => ({ ...shared(open), admin: open });

/** All pages of the console: each path opens what the role of the account sees there. A new page is one line. */
export const pages = {
  '/': {
    brand: () => import('./brand/overview.tsx'),
    affiliate: () => import('./affiliate/overview.tsx'),
    admin: () => import('./operator/overview.tsx'),
  },
  '/campaigns': {
    brand: () => import('./brand/campaigns.tsx'),
    affiliate: () => import('./affiliate/offers.tsx'),
  },
  '/campaigns/new': { brand: () => import('./brand/new-campaign.tsx') },
  '/campaigns/$id': {
    brand: () => import('./brand/campaign.tsx'),
    affiliate: () => import('./affiliate/offer.tsx'),
  },
  '/applications': { brand: () => import('./brand/applications.tsx') },
  '/applications/$id': {
    brand: () => import('./brand/applications.tsx'),
    affiliate: () => import('./affiliate/offers.tsx'),
  },
  '/conversions': {
    brand: () => import('./brand/conversions.tsx'),
    affiliate: () => import('./affiliate/orders.tsx'),
  },
  '/conversions/$id': {
    brand: () => import('./brand/conversions.tsx'),
    affiliate: () => import('./affiliate/orders.tsx'),
  },
  '/claims': {
    brand: () => import('./brand/claims.tsx'),
    affiliate: () => import('./affiliate/claims.tsx'),
  },
  '/fraud': {
    brand: () => import('./brand/fraud.tsx'),
    admin: () => import('./operator/fraud.tsx'),
  },
  '/affiliates': { brand: () => import('./brand/affiliates.tsx') },
  '/affiliates/$id': { brand: () => import('./brand/affiliate.tsx') },
  '/coupons': { brand: () => import('./brand/coupons.tsx') },
  '/payouts': {
    brand: () => import('./brand/payouts-due.tsx'),
    affiliate: () => import('./affiliate/payouts.tsx'),
    admin: () => import('./operator/held-payouts.tsx'),
  },
  '/payouts/$id': {
    affiliate: () => import('./affiliate/payouts.tsx'),
    admin: () => import('./operator/held-payouts.tsx'),
  },
  '/reports': {
    brand: () => import('./brand/reports.tsx'),
    affiliate: () => import('./affiliate/reports.tsx'),
  },
  '/tracking': { brand: () => import('./brand/tracking.tsx') },
  '/commissions/$id': shared(() => import('./commission-trace.tsx')),
  '/links': { affiliate: () => import('./affiliate/links.tsx') },
  '/creatives': { affiliate: () => import('./affiliate/creatives.tsx') },
  '/earnings': { affiliate: () => import('./affiliate/earnings.tsx') },
  '/statements': { affiliate: () => import('./affiliate/statements.tsx') },
  '/postbacks': { affiliate: () => import('./affiliate/postbacks.tsx') },
  '/webhooks': everybody(() => import('./webhooks/webhooks.tsx')),
  '/webhooks/$id': everybody(() => import('./webhooks/endpoint.tsx')),
  '/developers': everybody(() => import('./developers/developers.tsx')),
  '/team': shared(() => import('./team/team.tsx')),
  '/audit': {
    ...shared(() => import('./team/audit.tsx')),
    admin: () => import('./operator/audit.tsx'),
  },
  '/system': { admin: () => import('./operator/system.tsx') },
  '/users': { admin: () => import('./operator/users.tsx') },
  '/batches': { admin: () => import('./operator/batches.tsx') },
  '/ledger': { admin: () => import('./operator/ledger.tsx') },
  '/reconciliation': { admin: () => import('./operator/reconciliation.tsx') },
  '/rates': { admin: () => import('./operator/rates.tsx') },
  '/tiers': { admin: () => import('./operator/tiers.tsx') },
  '/announcements': { admin: () => import('./operator/announcements.tsx') },
  '/notifications': everybody(() => import('./account/notifications.tsx')),
  '/settings/notifications': everybody(() => import('./account/preferences.tsx')),
  '/settings/account': everybody(() => import('./account/account.tsx')),
  '/settings/security': everybody(() => import('./account/account.tsx')),
} as const satisfies Readonly<Record<string, Opens>>;

/** The paths of all pages. */
export type PagePath = keyof typeof pages;

/** What a role sees at a path; undefined where it has no page there. */
export const pageOf = (path: PagePath, role: Role): Open | undefined =>
  (pages[path] as Opens)[role];
