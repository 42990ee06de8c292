import { eventually } from '@tributary/testing';
import { type Fixture, type Person } from '../client.ts';

/**
 * Paths with rules that no schema expresses, so that a call that fits the schema may be refused with 400:
 * tokens of links, common passwords, credentials of passkeys, the decimals of each currency, times within a
 * year, one of several ids, ranges that begin before they end, weights that add up, addresses and CIDRs, thresholds of each fraud signal, credentials of each platform, images, keys of browsers and what a campaign's kind allows.
 */
const RULES_BEYOND_SCHEMA = [
  '^/account/',
  '^/api/affiliate/campaigns$',
  '^/api/admin/(commission-tiers|exchange-rates)$',
  '^/api/affiliate/(links|payouts/request)$',
  '^/api/auth/(api-keys|forgot-password|invitations/register|login|login/second-factor|me|passkeys|refresh|register|switch)$',
  '^/api/auth/(reset-password|restore-email|second-factor|step-up|verify-email)',
  '^/api/commission-tiers/',
  '^/api/team/invitations$',
  '^/api/track/',
  '^/api/conversions/track$',
  '^/t/pixel.gif$',
  '^/api/affiliate/conversions',
  '^/api/brand/conversions$',
  '^/api/brand/conversions/(campaigns/|fraud-analysis|fraud-settings|fraud-threshold)',
  '^/api/brand/integrations',
  '^/api/brand/campaigns(/[^/]+(/creatives|/invitations|/numbers)?)?$',
  '^/api/brand/coupons',
  '^/api/brand/products',
  '^/api/brand/reports',
  '^/api/affiliate-reports/schedules',
  '^/api/customer-data$',
  '^/api/notifications/(preferences|push-subscriptions|unsubscribe)$',
  '^/api/payouts/(accounts|create$)',
  '^/api/webhooks/(endpoints|subscribe$)',
  '^/t/o$',
];
/** Calls of visitors’ pages, which read what states no consent as absent. */
const ANY_CONSENT = '^/t/(k|o|v)$|^/api/track/';
/** An operation that answers 503 where the shop, which does not exist here, is away. */
const SHOP_AWAY = '^/api/brand/integrations/[^/]+/sync$';

/** Who calls. */
export interface Callers {
  readonly fixture: Fixture;
  /** Whose own account the operations of sign-in read and change: nobody else’s session ends by it. */
  readonly account: Person;
}

const toml = (value: string): string => JSON.stringify(value);

const mayRefuse = (paths: string): string => `
[[operations]]
include-path-regex = ${toml(paths)}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "409", "429", "503"]
`;

interface ApiDocument {
  readonly 'x-unavailable'?: readonly string[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { parameters?: readonly { name: string }[] }>>>
  >;
}

/** The API document, as soon as it has the part of each service. */
const wholeDocument = (baseUrl: string): Promise<ApiDocument> =>
  eventually(
    async () => {
      const response = await fetch(`${baseUrl}/openapi.json`);
      const document = (await response.json()) as ApiDocument;
      return document['x-unavailable'] === undefined && document;
    },
    { timeoutMs: 60_000, everyMs: 1_000 },
  );

/** The paths of operations with a period, which begins before it ends. */
async function pathsWithPeriods(baseUrl: string): Promise<string[]> {
  const { paths } = await wholeDocument(baseUrl);
  const hasPeriod = (path: string): boolean =>
    Object.values(paths[path] ?? {}).some(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'end_date'),
    );
  return Object.keys(paths)
    .filter(hasPeriod)
    .map((path) => `^${path.replaceAll(/[{}.]/g, String.raw`\$&`)}$`);
}

/** The settings of Schemathesis: the token for each group of paths, and the refusals allowed. */
export async function settingsFor(baseUrl: string, { fixture, account }: Callers): Promise<string> {
  const refusing = [...RULES_BEYOND_SCHEMA, ...(await pathsWithPeriods(baseUrl))];
  return `
continue-on-failure = true
[[operations]]
include-path-regex = "^/api/auth/"
headers = { Authorization = ${toml(`Bearer ${account.token}`)} }
[[operations]]
include-path-regex = "^/api/(audit|brand/|commission-tiers|conversions/|customer-data|notifications|team/|webhooks)"
headers = { Authorization = ${toml(`Bearer ${fixture.brand.token}`)} }
[[operations]]
include-path-regex = "^/api/(affiliate|affiliate-reports|payouts|commissions)"
headers = { Authorization = ${toml(`Bearer ${fixture.affiliate.token}`)} }
[[operations]]
include-path-regex = "^/api/(admin|notifications/admin)/"
headers = { Authorization = ${toml(`Bearer ${fixture.admin}`)} }
[[operations]]
include-path-regex = ${toml(ANY_CONSENT)}
checks.negative_data_rejection.enabled = false
[[operations]]
include-path-regex = ${toml(SHOP_AWAY)}
checks.not_a_server_error.enabled = false
${refusing.map(mayRefuse).join('')}`;
}
