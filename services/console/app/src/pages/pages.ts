import { type PageModule } from './page-module.ts';

export type Role = 'brand' | 'affiliate' | 'admin';

/** The paths of all pages. */
export type PagePath =
  | '/'
  | '/campaigns'
  | '/campaigns/new'
  | '/campaigns/$id'
  | '/applications/$id'
  | '/applications'
  | '/conversions'
  | '/conversions/$id'
  | '/affiliates/$id'
  | '/payouts/$id'
  | '/affiliates'
  | '/payouts'
  | '/commissions/$id'
  | '/links'
  | '/earnings'
  | '/users'
  | '/ledger'
  | '/notifications'
  | '/settings/security'
  | '/settings/notifications'
  | '/settings/account';

type Open = () => Promise<PageModule>;

const account: Open = () => import('./account/account.tsx');
const notifications: Open = () => import('./account/notifications.tsx');

/** All pages of the console: each path opens what the role of the account sees there. A new page is one line. */
export const pages: Readonly<Record<PagePath, Readonly<Partial<Record<Role, Open>>>>> = {
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
  '/applications/$id': {
    brand: () => import('./brand/applications.tsx'),
    affiliate: () => import('./affiliate/offers.tsx'),
  },
  '/applications': { brand: () => import('./brand/applications.tsx') },
  '/conversions': { brand: () => import('./brand/conversions.tsx') },
  '/conversions/$id': { brand: () => import('./brand/conversions.tsx') },
  '/affiliates/$id': { brand: () => import('./brand/affiliates.tsx') },
  '/payouts/$id': {
    affiliate: () => import('./affiliate/payouts.tsx'),
    admin: () => import('./operator/held-payouts.tsx'),
  },
  '/affiliates': { brand: () => import('./brand/affiliates.tsx') },
  '/payouts': {
    brand: () => import('./brand/payouts-due.tsx'),
    affiliate: () => import('./affiliate/payouts.tsx'),
    admin: () => import('./operator/held-payouts.tsx'),
  },
  '/commissions/$id': {
    brand: () => import('./commission-trace.tsx'),
    affiliate: () => import('./commission-trace.tsx'),
  },
  '/links': { affiliate: () => import('./affiliate/links.tsx') },
  '/earnings': { affiliate: () => import('./affiliate/earnings.tsx') },
  '/users': { admin: () => import('./operator/users.tsx') },
  '/ledger': { admin: () => import('./operator/ledger.tsx') },
  '/notifications': { brand: notifications, affiliate: notifications, admin: notifications },
  '/settings/security': { brand: account, affiliate: account, admin: account },
  '/settings/notifications': {
    brand: notifications,
    affiliate: notifications,
    admin: notifications,
  },
  '/settings/account': { brand: account, affiliate: account, admin: account },
};
