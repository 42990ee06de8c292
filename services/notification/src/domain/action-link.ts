import { type Role } from '@tributary/contracts';

/** The sites that links lead to, each without a trailing slash. */
export interface Sites {
  /** The platform itself, which serves the pages of mailed links, and the API. */
  readonly publicUrl: string;
  /** The console, in which users work; undefined where the operator has none. */
  readonly consoleUrl: string | undefined;
}

/** The pages that the platform serves. */
const PLATFORM_PAGES = /^\/(account|invitations|team-invitations|api)(?=[/?])/;

/** What the API answers for a page of the console, to each role that may read it. */
const records: readonly (readonly [RegExp, Readonly<Partial<Record<Role, string>>>])[] = [
  [
    /^\/campaigns\/([\w-]+)$/,
    { brand: '/api/brand/campaigns/$1', affiliate: '/api/affiliate/campaigns/$1' },
  ],
  [
    /^\/applications\/([\w-]+)$/,
    { brand: '/api/brand/applications/$1', affiliate: '/api/affiliate/campaigns' },
  ],
  [/^\/commissions\/([\w-]+)$/, ofAll('/api/commissions/$1/trace')],
  [
    /^\/conversions\/([\w-]+)$/,
    { brand: '/api/brand/conversions/$1', affiliate: '/api/affiliate/conversions/$1' },
  ],
  [/^\/claims$/, { brand: '/api/brand/claims', affiliate: '/api/affiliate/claims' }],
  [/^\/conversions\?status=flagged$/, { brand: '/api/brand/conversions/pending-review' }],
  [/^\/affiliates\/([\w-]+)$/, { brand: '/api/brand/affiliates/$1' }],
  [/^\/payouts\/([\w-]+)$/, { affiliate: '/api/payouts/$1', admin: '/api/payouts/$1' }],
  [/^\/webhooks\/([\w-]+)$/, ofAll('/api/webhooks/endpoints/$1/events')],
  [/^\/tracking$/, { brand: '/api/brand/tracking-health' }],
  [/^\/settings\/account$/, ofAll('/api/auth/me')],
  [/^\/settings\/security$/, ofAll('/api/auth/sessions')],
  [/^\/settings\/notifications$/, ofAll('/api/notifications/preferences')],
  [/^\/settings\/team$/, { brand: '/api/team/members', affiliate: '/api/team/members' }],
];

function ofAll(path: string): Readonly<Record<Role, string>> {
  return { brand: path, affiliate: path, admin: path };
}

/** The record that a page of the console shows, if the path is one of its pages. */
const recordOf = (path: string) => records.find(([pattern]) => pattern.test(path));

/**
 * The page that a notification's link opens in a browser: of the platform or of the console; a complete URL stays.
 * Null where there is no console to open it in.
 */
export function pageOf(actionUrl: string | null, sites: Sites): string | null {
  if (actionUrl === null || !actionUrl.startsWith('/')) return actionUrl;
  const { publicUrl, consoleUrl } = sites;
  if (PLATFORM_PAGES.test(actionUrl)) return `${publicUrl}${actionUrl}`;
  if (consoleUrl !== undefined) return `${consoleUrl}${actionUrl}`;
  // Any other path is one that an administrator named.
  return recordOf(actionUrl) === undefined ? `${publicUrl}${actionUrl}` : null;
}

/**
 * What a notification's link leads a reader of the API to: the page, and without a console the record in the API,
 * which the reader's token opens. Null where the role may not read it.
 */
export function linkTarget(actionUrl: string | null, sites: Sites, role: Role): string | null {
  const page = pageOf(actionUrl, sites);
  if (page !== null || actionUrl === null) return page;
  const [pattern, paths] = recordOf(actionUrl) ?? [];
  const path = paths?.[role];
  return pattern === undefined || path === undefined
    ? null
    : `${sites.publicUrl}${actionUrl.replace(pattern, path)}`;
}
