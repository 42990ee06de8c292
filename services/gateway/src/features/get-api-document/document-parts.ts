type Json = Record<string, unknown>;

/** Error codes of any operation. The services' documents add the codes of single operations. */
export const generalCodes = [
  'address_not_allowed',
  'api_key_not_allowed',
  'body_too_large',
  'click_spool_full',
  'cookie_session_unavailable',
  'cross_site_request',
  'database_busy',
  'database_unavailable',
  'idempotency_key_reused',
  'internal_error',
  'invalid_idempotency_key',
  'invalid_request',
  'invalid_session',
  'invalid_token',
  'keys_unavailable',
  'malformed_json',
  'malformed_request',
  'malformed_text',
  'method_not_allowed',
  'missing_permission',
  'missing_scope',
  'not_acknowledged',
  'not_authenticated',
  'not_found',
  'own_account_only',
  'rate_limit_exceeded',
  'request_in_progress',
  'request_timeout',
  'second_factor_enrolment_required',
  'service_unavailable',
  'too_busy',
  'unsupported_encoding',
  'unsupported_media_type',
  'upstream_failed',
  'upstream_timeout',
  'wrong_role',
];

const services = [
  { name: 'identity', description: 'Accounts, sign-in, teams, API keys and the audit log' },
  { name: 'campaign', description: 'Campaigns, applications, links, coupon codes and creatives' },
  { name: 'tracking', description: 'Clicks, orders, reviews, shops and customers’ data' },
  { name: 'attribution', description: 'Who earned a conversion, and how suspicious it is' },
  { name: 'commission', description: 'Commissions, earnings, tiers and the ledger' },
  { name: 'payout', description: 'Payout accounts, payouts and invoices' },
  { name: 'notification', description: 'Notifications and their preferences' },
  { name: 'webhook', description: 'Endpoints of webhooks, deliveries, and affiliates’ postbacks' },
  { name: 'analytics', description: 'Performance, reports, exports and schedules' },
  { name: 'gateway', description: 'Health, and this document' },
];

/** The titles of services' parts of the reference that differ from their names. */
const titles: Readonly<Record<string, string>> = {
  identity: 'Accounts and sign-in',
  campaign: 'Campaigns and links',
  tracking: 'Clicks and conversions',
  attribution: 'Attribution and fraud',
  commission: 'Commissions',
  payout: 'Payouts',
  notification: 'Notifications',
  webhook: 'Webhooks and postbacks',
  analytics: 'Performance and reports',
  gateway: 'System',
};

export const tags = services.map((service) => ({
  ...service,
  'x-displayName': titles[service.name] ?? service.name,
}));

/** What holds of every operation. */
export const introduction = `Affiliate marketing, from the click to the payout. Brands run campaigns, affiliates send them customers, and every cent in between can be explained.

**Begin** with \`POST /api/auth/register\`, as a brand or an affiliate. It answers an access token, which is valid for 15 minutes: send it as \`Authorization: Bearer …\`. Programs use an API key (\`POST /api/auth/api-keys\`) in its place. Shops report orders without either, signed: \`POST /api/track/conversion\`.

**Values.** Ids are UUIDs. Amounts are numbers in the currency’s usual unit (\`12.5\` USD), in webhooks texts. Times are ISO 8601 in UTC; a date alone as the end of a period includes that day. Unknown fields are refused, except by tracking calls.

**Lists** are sorted newest first. \`page\` and \`per_page\` select a part, in some lists \`limit\` and \`offset\`.

**What is new** is there at once: an id of an answer works in every other call, and conversions, commissions, balances and payouts show what was just decided. Performance, reports, lists of clicks, what a campaign has spent, and new orders in \`/api/commissions/conversions\` and \`/api/commissions/pending\` come by events, and follow within moments.

**Errors** have a stable code in \`error\`, a sentence in \`message\` and the fields that are wrong in \`detail\`; tracking calls and conversions have them in \`data\`. Every answer has an \`X-Request-Id\`. A 429 or 503 states in \`Retry-After\` when to repeat.

**Repetition.** A POST that creates something takes an \`Idempotency-Key\`: the same key with the same body gets the first answer for 24 hours.

**Signed calls** have the signature of their sample, keyed with \`dev-secret-direct\`: see their description. The examples are calls of a running system, without its secrets.`;

const detail = {
  type: 'string',
  description: 'What is wrong, e.g. the invalid fields; may be empty',
  examples: ['email: Invalid email address'],
};
const message = {
  type: 'string',
  description: 'What is wrong, in one sentence for people',
  examples: ['The request is not valid'],
};
const error = {
  $ref: '#/components/schemas/ErrorCode',
  description: 'What is wrong, for programs',
};

const invalidField = {
  type: 'object',
  required: ['path', 'message'],
  properties: {
    path: {
      type: 'string',
      description: 'The field, with dots between its parts',
      examples: ['order_value'],
    },
    message: {
      type: 'string',
      description: 'What is wrong with it',
      examples: ['Must be greater than 0'],
    },
  },
};

const conversionError = {
  type: 'object',
  description: 'An error of the operations on conversions and clicks',
  required: ['success', 'data', 'message'],
  properties: {
    success: { const: false, description: 'Always false' },
    data: {
      type: 'object',
      description: 'The code, and fields of its own that some codes have',
      required: ['error'],
      properties: {
        error,
        fields: {
          type: 'array',
          description: 'The invalid fields of an `invalid_request`',
          items: invalidField,
        },
      },
    },
    message,
  },
};

/** The error shape of each area; all share one list of codes. */
export const errorSchemas = (codes: readonly string[]): Json => ({
  ErrorCode: {
    type: 'string',
    description: 'A stable code: each operation lists those of its own',
    enum: codes,
    examples: ['invalid_request'],
  },
  Error: {
    type: 'object',
    description: 'An error of most operations',
    required: ['error', 'message', 'detail'],
    properties: { error, message, detail },
  },
  ConversionError: conversionError,
  NotificationError: {
    type: 'object',
    description: 'An error of the operations on notifications',
    required: ['detail'],
    properties: { detail: { ...detail, description: 'What is wrong' } },
  },
});
