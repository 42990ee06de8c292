import { KIB, MIB } from '@tributary/units';
import { type RoutedService } from './routed-service.ts';

/** The service of a path, and the conditions for its requests. */
export interface ServiceRoute {
  /** Whole segments; `*` matches any one segment. The longest matching prefix wins. */
  readonly prefix: string;
  readonly service: RoutedService;
  /** `public` forwards a request without checking its token; the service may require one. */
  readonly access: 'signed_in' | 'public';
  /** Responses have no time limit (Server-Sent Events). */
  readonly stream: boolean;
  /** A response may take up to two minutes to start, or to continue. */
  readonly slow: boolean;
  readonly maxBodyBytes: number;
  /** Its calls that change something move money, so that their traces are kept. */
  readonly movesMoney: boolean;
  /** So many calls that only those whose trace is kept are traced. */
  readonly isHot: boolean;
}

const BODY_LIMIT = 100 * KIB;
const TRACKING_BODY_LIMIT = MIB;
/** 5 MB for the file, and 64 kB for the form around it. */
const CREATIVE_BODY_LIMIT = 5 * MIB + 64 * KIB;

type Conditions = Partial<Omit<ServiceRoute, 'prefix' | 'service'>>;

const to =
  (service: RoutedService) =>
  (prefix: string, conditions: Conditions = {}): ServiceRoute => ({
    prefix,
    service,
    access: 'signed_in',
    stream: false,
    slow: false,
    maxBodyBytes: BODY_LIMIT,
    movesMoney: false,
    isHot: false,
    ...conditions,
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
const console = to('console');

const open = { access: 'public' } as const;
const money = { movesMoney: true } as const;

/** All public paths, by service. A new prefix is one line here. */
export const serviceRoutes: readonly ServiceRoute[] = [
  identity('/.well-known/jwks.json', open),
  identity('/api/auth'),
  identity('/api/auth/me/export', { slow: true }),
  identity('/api/auth/register', open),
  identity('/api/auth/login', open),
  identity('/api/auth/oidc/start', open),
  identity('/api/auth/oidc/callback', open),
  identity('/api/auth/oidc/session', open),
  identity('/api/auth/refresh', open),
  identity('/api/auth/switch', open),
  identity('/api/auth/invitations/register', open),
  identity('/api/auth/invitations/refuse', open),
  identity('/api/team'),
  identity('/team-invitations', open),
  identity('/api/auth/verify-email', open),
  identity('/api/auth/verify-email/resend'),
  identity('/api/auth/restore-email', open),
  identity('/api/auth/forgot-password', open),
  identity('/api/auth/reset-password', open),
  identity('/account', open),
  identity('/api/admin/users'),
  identity('/api/audit'),
  identity('/api/audit/export', { slow: true }),
  identity('/api/admin/audit'),
  identity('/api/admin/system'),
  identity('/api/admin/audit/export', { slow: true }),

  campaign('/api/brand/campaigns'),
  campaign('/api/brand/campaigns/*/creatives', { maxBodyBytes: CREATIVE_BODY_LIMIT }),
  campaign('/api/brand/applications'),
  campaign('/api/brand/affiliates'),
  campaign('/api/brand/products'),
  campaign('/api/brand/coupons'),
  campaign('/api/affiliate/campaigns'),
  campaign('/api/affiliate/links'),
  campaign('/api/affiliate/coupons'),
  campaign('/creatives/*', open),
  campaign('/invitations', open),

  tracking('/r', { ...open, isHot: true }),
  tracking('/t', open),
  tracking('/api/track', { ...open, maxBodyBytes: TRACKING_BODY_LIMIT }),
  tracking('/api/track/install-check'),
  tracking('/api/conversions'),
  tracking('/api/affiliate/conversions'),
  tracking('/api/affiliate/claims'),
  tracking('/api/brand/claims', money),
  tracking('/api/brand/conversions', money),
  tracking('/api/brand/conversions/bulk-review', { slow: true, ...money }),
  tracking('/api/brand/tracking-secrets'),
  tracking('/api/brand/integrations'),
  tracking('/api/brand/tracking-health'),
  tracking('/api/customer-data'),
  tracking('/api/integrations', { ...open, maxBodyBytes: TRACKING_BODY_LIMIT }),

  attribution('/api/brand/conversions/campaigns/*/attribution'),
  attribution('/api/brand/conversions/fraud-analysis'),
  attribution('/api/brand/conversions/fraud-settings'),
  attribution('/api/brand/conversions/fraud-threshold'),
  attribution('/api/brand/conversions/fraud-weights'),
  attribution('/api/brand/conversions/review-sample'),
  attribution('/api/admin/fraud'),
  attribution('/api/brand/conversions/*/explanation'),

  commission('/api/affiliate/commissions'),
  commission('/api/affiliate/earnings'),
  commission('/api/commissions', money),
  commission('/api/commission-tiers'),
  commission('/api/admin/ledger', money),
  commission('/api/admin/ledger/verify', { slow: true }),
  commission('/api/admin/commissions', money),
  commission('/api/admin/commission-tiers'),
  commission('/api/admin/exchange-rates'),

  payout('/api/affiliate/payouts', money),
  payout('/api/payouts', money),
  payout('/api/payouts/callbacks', { ...open, ...money }),
  payout('/api/payouts/invoices', open),
  payout('/api/commissions/payment-history'),
  payout('/api/admin/payouts', money),

  notification('/api/notifications'),
  notification('/api/notifications/stream', { stream: true }),
  notification('/api/notifications/unsubscribe', open),

  webhook('/api/webhooks'),
  webhook('/api/admin/announcements'),

  analytics('/api/brand/affiliates/*'),
  // The database joins and sums all orders of a large brand.
  analytics('/api/brand/reports', { slow: true }),
  analytics('/api/affiliate/analytics'),
  tracking('/api/affiliate/analytics/clicks'),
  analytics('/api/affiliate-reports'),
  // The database counts and sorts large reports.
  analytics('/api/affiliate-reports/export', { slow: true }),
  // Signed links to finished reports, which browsers open without a token.
  analytics('/api/affiliate-reports/exports/*/file', open),
  analytics('/api/brand/campaigns/*/performance'),
  analytics('/api/affiliate/links/*/performance'),

  console('/console', open),
];

/**
 * Where a browser's visit goes whose path is no other service's: the pages of the console have paths of their own
 * choice. Under `/api` there are none.
 */
export const pageRoute: ServiceRoute = console('/', open);
