type Json = Record<string, unknown>;

/** Error codes of any operation. The services' documents add the codes of single operations. */
export const generalCodes = [
  'address_not_allowed',
  'api_key_not_allowed',
  'body_too_large',
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
  'not_authenticated',
  'not_found',
  'own_account_only',
  'rate_limit_exceeded',
  'request_in_progress',
  'request_timeout',
  'service_unavailable',
  'too_busy',
  'unsupported_encoding',
  'unsupported_media_type',
  'upstream_timeout',
  'wrong_role',
];

export const tags = [
  { name: 'identity', description: 'Accounts, sign-in, API keys' },
  { name: 'campaign', description: 'Campaigns, applications, links' },
  { name: 'tracking', description: 'Clicks, conversions, adjustments' },
  { name: 'attribution', description: 'Who earned a conversion, and how suspicious it is' },
  { name: 'commission', description: 'Commissions, earnings, tiers, the ledger' },
  { name: 'payout', description: 'Payout accounts and payouts' },
  { name: 'notification', description: 'Notifications and their preferences' },
  { name: 'webhook', description: 'Webhook endpoints and deliveries' },
  { name: 'analytics', description: 'Clicks, performance and reports' },
  { name: 'gateway', description: 'Health' },
];

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
