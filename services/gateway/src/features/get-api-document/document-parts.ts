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

/** The error shape of each area; all share one list of codes. */
export const errorSchemas = (codes: readonly string[]): Json => {
  const $ref = '#/components/schemas/ErrorCode';
  return {
    ErrorCode: { type: 'string', enum: codes },
    Error: {
      type: 'object',
      required: ['error', 'message', 'detail'],
      properties: {
        error: { $ref },
        message: { type: 'string' },
        detail: { type: 'string' },
      },
    },
    ConversionError: {
      type: 'object',
      required: ['success', 'data', 'message'],
      properties: {
        success: { const: false },
        data: { type: 'object', required: ['error'], properties: { error: { $ref } } },
        message: { type: 'string' },
      },
    },
    NotificationError: {
      type: 'object',
      required: ['detail'],
      properties: { detail: { type: 'string' } },
    },
  };
};
