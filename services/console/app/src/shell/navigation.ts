import { t } from '../i18n/translate.ts';
import { type PagePath, type Role } from '../pages/pages.ts';
import { type IconName } from '../ui/icon.tsx';

export interface Place {
  readonly to: PagePath;
  readonly label: string;
  readonly icon: IconName;
}

/** Places that belong together, under a heading; the first ones have none. */
export interface Group {
  readonly heading?: string;
  readonly places: readonly Place[];
}

const overview = (): Group => ({ places: [{ to: '/', label: t('Overview'), icon: 'home' }] });

const webhooks = (): Place => ({ to: '/webhooks', label: t('Webhooks'), icon: 'bolt' });
const developers = (): Place => ({ to: '/developers', label: t('Developers'), icon: 'key' });

const account = (): Group => ({
  heading: t('Account'),
  places: [
    { to: '/team', label: t('Team'), icon: 'people' },
    { to: '/audit', label: t('Audit log'), icon: 'history' },
  ],
});

const brandGroups = (): readonly Group[] => [
  overview(),
  {
    heading: t('Programme'),
    places: [
      { to: '/campaigns', label: t('Campaigns'), icon: 'campaign' },
      { to: '/applications', label: t('Applications'), icon: 'inbox' },
      { to: '/affiliates', label: t('Affiliates'), icon: 'people' },
      { to: '/coupons', label: t('Coupon codes'), icon: 'ticket' },
    ],
  },
  {
    heading: t('Orders and money'),
    places: [
      { to: '/conversions', label: t('Conversions'), icon: 'cart' },
      { to: '/claims', label: t('Missing orders'), icon: 'search' },
      { to: '/fraud', label: t('Fraud'), icon: 'shield' },
      { to: '/payouts', label: t('Payouts due'), icon: 'bank' },
      { to: '/reports', label: t('Reports'), icon: 'chart' },
    ],
  },
  {
    heading: t('Connections'),
    places: [{ to: '/tracking', label: t('Tracking'), icon: 'pulse' }, webhooks(), developers()],
  },
  account(),
];

const affiliateGroups = (): readonly Group[] => [
  overview(),
  {
    heading: t('Promotion'),
    places: [
      { to: '/campaigns', label: t('Campaigns'), icon: 'campaign' },
      { to: '/links', label: t('Links'), icon: 'link' },
      { to: '/creatives', label: t('Creatives'), icon: 'image' },
    ],
  },
  {
    heading: t('Orders and money'),
    places: [
      { to: '/conversions', label: t('Orders'), icon: 'cart' },
      { to: '/claims', label: t('Missing orders'), icon: 'search' },
      { to: '/earnings', label: t('Earnings'), icon: 'coins' },
      { to: '/payouts', label: t('Payouts'), icon: 'bank' },
      { to: '/statements', label: t('Statements'), icon: 'file' },
      { to: '/reports', label: t('Reports'), icon: 'chart' },
    ],
  },
  {
    heading: t('Connections'),
    places: [{ to: '/postbacks', label: t('Postbacks'), icon: 'pulse' }, webhooks(), developers()],
  },
  account(),
];

const operatorGroups = (): readonly Group[] => [
  overview(),
  {
    places: [
      { to: '/users', label: t('Users'), icon: 'people' },
      { to: '/fraud', label: t('Fraud detection'), icon: 'shield' },
    ],
  },
  {
    heading: t('Money'),
    places: [
      { to: '/payouts', label: t('Held payouts'), icon: 'lock' },
      { to: '/batches', label: t('Payout batches'), icon: 'bank' },
      { to: '/ledger', label: t('Ledger'), icon: 'book' },
      { to: '/reconciliation', label: t('Reconciliation'), icon: 'scale' },
      { to: '/rates', label: t('Exchange rates'), icon: 'globe' },
      { to: '/tiers', label: t('Tiers'), icon: 'steps' },
    ],
  },
  {
    heading: t('Platform'),
    places: [
      { to: '/system', label: t('System'), icon: 'pulse' },
      { to: '/announcements', label: t('Announcements'), icon: 'campaign' },
      webhooks(),
      developers(),
      { to: '/audit', label: t('Audit log'), icon: 'history' },
    ],
  },
];

/** The places of each role, in the order of a day's work. */
export function groupsOf(role: Role): readonly Group[] {
  const groups = { brand: brandGroups, affiliate: affiliateGroups, admin: operatorGroups };
  return groups[role]();
}

export const placesOf = (role: Role): readonly Place[] =>
  groupsOf(role).flatMap(({ places }) => places);
