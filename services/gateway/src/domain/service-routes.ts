import { KIB, MIB } from '@tributary/units';
import { type RoutedService } from './routed-service.ts';

/** Where a path leads, and on what terms. */
export interface ServiceRoute {
  /** Whole segments; `*` stands for any one. The longest that fits wins. */
  readonly prefix: string;
  readonly service: RoutedService;
  /** `public` lets a call through without looking at its token; the service may still ask for one. */
  readonly access: 'signed_in' | 'public';
  /** Answers may last for ever (Server-Sent Events). */
  readonly stream: boolean;
  /** The work of a minute or two lies between call and answer, or between two parts of it. */
  readonly slow: boolean;
  readonly maxBodyBytes: number;
}

const BODY_LIMIT = 100 * KIB;
const TRACKING_BODY_LIMIT = MIB;
/** 5 MB for the file, and room for the form around it. */
const CREATIVE_BODY_LIMIT = 5 * MIB + 64 * KIB;

type Terms = Partial<Omit<ServiceRoute, 'prefix' | 'service'>>;

const to =
  (service: RoutedService) =>
  (prefix: string, terms: Terms = {}): ServiceRoute => ({
    prefix,
    service,
    access: 'signed_in',
    stream: false,
    slow: false,
    maxBodyBytes: BODY_LIMIT,
    ...terms,
  });

const identity = to('identity');
const campaign = to('campaign');
const tracking = to('tracking');
const attribution = to('attribution');
const commission = to('commission');
const payout = to('payout');
const notification = to('notification');
const webhook = to('webhook');
const analytics = to('analytics');

const open = { access: 'public' } as const;

/** Every public path there is, by service. A new prefix is a line here. */
export const serviceRoutes: readonly ServiceRoute[] = [
  identity('/.well-known/jwks.json', open),
  identity('/api/auth'),
  identity('/api/auth/register', open),
  identity('/api/auth/login', open),
  identity('/api/auth/refresh', open),
  identity('/api/admin/users'),

  campaign('/api/brand/campaigns'),
  campaign('/api/brand/campaigns/*/creatives', { maxBodyBytes: CREATIVE_BODY_LIMIT }),
  campaign('/api/brand/applications'),
  campaign('/api/brand/affiliates'),
  campaign('/api/brand/products'),
  campaign('/api/affiliate/campaigns'),
  campaign('/api/affiliate/links'),
  campaign('/creatives', open),
  campaign('/invitations', open),

  tracking('/r', open),
  tracking('/t', open),
  tracking('/api/track', { ...open, maxBodyBytes: TRACKING_BODY_LIMIT }),
  tracking('/api/conversions'),
  tracking('/api/affiliate/conversions'),
  tracking('/api/brand/conversions'),
  tracking('/api/brand/conversions/bulk-review', { slow: true }),
  tracking('/api/brand/tracking-secrets'),
  tracking('/api/brand/integrations'),
  tracking('/api/integrations', { ...open, maxBodyBytes: TRACKING_BODY_LIMIT }),

  attribution('/api/brand/conversions/campaigns/*/attribution'),
  attribution('/api/brand/conversions/fraud-analysis'),
  attribution('/api/brand/conversions/fraud-settings'),
  attribution('/api/brand/conversions/*/explanation'),

  commission('/api/affiliate/commissions'),
  commission('/api/affiliate/earnings'),
  commission('/api/commissions'),
  commission('/api/commission-tiers'),
  commission('/api/admin/ledger'),
  commission('/api/admin/ledger/verify', { slow: true }),
  commission('/api/admin/commissions'),
  commission('/api/admin/commission-tiers'),
  commission('/api/admin/exchange-rates'),

  payout('/api/affiliate/payouts'),
  payout('/api/payouts'),
  payout('/api/payouts/callbacks', open),
  payout('/api/payouts/invoices', open),
  payout('/api/commissions/payment-history'),
  payout('/api/admin/payouts'),

  notification('/api/notifications'),
  notification('/api/notifications/stream', { stream: true }),
  notification('/api/notifications/unsubscribe', open),

  webhook('/api/webhooks'),
  webhook('/api/admin/announcements'),

  analytics('/api/affiliate/analytics'),
  analytics('/api/affiliate-reports'),
  // Large reports wait for the database to count and to sort.
  analytics('/api/affiliate-reports/export', { slow: true }),
  // Signed links to finished reports, opened by browsers that have no token to send.
  analytics('/api/affiliate-reports/exports/*/file', open),
  analytics('/api/brand/campaigns/*/performance'),
  analytics('/api/affiliate/links/*/performance'),
];
