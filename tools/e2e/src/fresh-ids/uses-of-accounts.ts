import { createHmac } from 'node:crypto';
import { body, filters, type Use, usesOf } from './use.ts';

const ofCommission = usesOf('reviewConversion', 'commission_id');
const ofAccount = usesOf('createPayoutAccount', 'account_id');
const ofPayout = usesOf('requestPayout', 'payout_id');
export const moneyUses: readonly Use[] = [
  ofCommission('affiliate', 'traceCommission'),
  ofCommission('admin', 'cancelCommission', body({ reason: 'Test' })),
  // It was not judged again yet.
  ofCommission('brand', 'reviewFraudHold', { ...body({ decision: 'released' }), refusals: [409] }),
  usesOf('reviewConversion', 'commission_ids')('affiliate', 'createPayout', {
    call: (ids) => ({ body: { amount: 80, commission_ids: [ids['commission_id']] } }),
    // Without a verified account, or with an order of another test in the same payout.
    refusals: [400, 409],
  }),
  ofAccount('affiliate', 'getPayoutAccount'),
  // A payout of another test may be under way.
  ofAccount('affiliate', 'deletePayoutAccount', { refusals: [409] }),
  ofAccount('affiliate', 'updatePayoutAccount', body({ minimum_payout_amount: 60 })),
  ofAccount('affiliate', 'listPayoutAccountChanges'),
  // A card is verified by its provider, not by a code.
  ofAccount('affiliate', 'verifyPayoutAccount', {
    ...body({ code: '123456' }),
    refusals: [400, 409],
  }),
  ofAccount('admin', 'setPayoutAccountVerification', body({ is_verified: true })),
  usesOf('a verified account', 'payment_method_id')('affiliate', 'requestPayout', {
    call: (ids) => ({ body: { amount: 60, payment_method_id: ids['payment_method_id'] } }),
  }),
  ofPayout('affiliate', 'getPayout'),
  ofPayout('affiliate', 'retryPayout', { ...body({}), refusals: [409] }),
  ofPayout('admin', 'refuseHeldPayout', { ...body({}), refusals: [409] }),
  ofPayout('admin', 'releaseHeldPayout', { ...body({}), refusals: [409] }),
];

const ofBrandReport = usesOf('createBrandReportSchedule', 'schedule_id');
const brandReportUses: readonly Use[] = [
  ofBrandReport('brand', 'getBrandReportSchedule'),
  ofBrandReport('brand', 'updateBrandReportSchedule', body({ hour: 9 })),
  ofBrandReport('brand', 'deleteBrandReportSchedule'),
  ...['campaign_id', 'affiliate_id'].flatMap((takes) => [
    usesOf('a membership', takes)('brand', 'exportBrandReport', {
      query: (ids) => ({ format: 'csv', [takes]: ids[takes] ?? '' }),
    }),
    usesOf('a brand’s schedule and a member', takes)('brand', 'updateBrandReportSchedule', {
      call: (ids) => ({ body: { [takes]: ids[takes] } }),
    }),
    usesOf('a membership', takes)('brand', 'createBrandReportSchedule', {
      call: (ids) => ({
        body: { kind: 'affiliates', format: 'csv', frequency: 'daily', [takes]: ids[takes] },
      }),
    }),
  ]),
];

const shopWebhook = '{}';
export const settingUses: readonly Use[] = [
  usesOf('createApiKey', 'api_key_id')('brand', 'deleteApiKey'),
  ...filters('createApiKey', 'api_key_id', 'brand', ['listApiRequests']),
  usesOf('createTeamInvitation', 'invitation_id')('brand', 'resendTeamInvitation', {
    // It has just been sent.
    refusals: [429],
  }),
  usesOf('createTeamInvitation', 'invitation_id')('brand', 'revokeTeamInvitation'),
  usesOf('createProduct', 'product_id')('brand', 'getProduct'),
  usesOf('createProduct', 'product_id')('brand', 'updateProduct', body({ name: 'Ship' })),
  usesOf('createProduct', 'product_id')('brand', 'deleteProduct'),
  usesOf('createCreative', 'creative_id')('brand', 'getCreative'),
  usesOf('createCreative', 'campaign_id')('brand', 'getCreative'),
  usesOf('createCreative', 'creative_id')('nobody', 'getCreativeFile'),
  usesOf('createCreative', 'creative_id')('brand', 'deleteCreative'),
  usesOf('createCreative', 'campaign_id')('brand', 'deleteCreative'),
  usesOf('createTrackingSecret', 'secret_id')('brand', 'deleteTrackingSecret'),
  usesOf('createIntegration', 'integration_id')('brand', 'getIntegration'),
  usesOf('createIntegration', 'integration_id')('brand', 'syncIntegration', body({})),
  usesOf('createIntegration', 'integration_id')('brand', 'deleteIntegration'),
  usesOf('createIntegration', 'integration_id')('nobody', 'receiveShopWebhook', {
    call: () => ({
      text: shopWebhook,
      headers: {
        'x-shopify-topic': 'orders/create',
        'x-shopify-hmac-sha256': createHmac('sha256', 'shpss_0123456789abcdef')
          .update(shopWebhook)
          .digest('base64'),
      },
    }),
  }),
  ...[
    'deleteWebhookEndpoint',
    'listWebhookDeadLetters',
    'listWebhookDeliveries',
    'rotateWebhookSecret',
  ].map((operation) => usesOf('createWebhookEndpoint', 'endpoint_id')('brand', operation)),
  usesOf('createWebhookEndpoint', 'endpoint_id')(
    'brand',
    'updateWebhookEndpoint',
    body({ active: true }),
  ),
  usesOf('createWebhookEndpoint', 'endpoint_id')(
    'brand',
    'testWebhookEndpoint',
    body({ event_type: 'campaign.created', payload: {} }),
  ),
  usesOf('createWebhookEndpoint', 'endpoint_id')('brand', 'recoverWebhookDeliveries', {
    ...body({ since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }),
  }),
  usesOf('subscribeRestHook', 'webhook_id')('brand', 'unsubscribeRestHook'),
  usesOf('createPostback', 'postback_id')('affiliate', 'getPostback'),
  usesOf('createPostback', 'postback_id')('affiliate', 'updatePostback', body({ active: false })),
  usesOf('createPostback', 'postback_id')('affiliate', 'deletePostback'),
  usesOf('createReportSchedule', 'schedule_id')('affiliate', 'getReportSchedule'),
  usesOf('createReportSchedule', 'schedule_id')(
    'affiliate',
    'updateReportSchedule',
    body({ hour: 9 }),
  ),
  usesOf('createReportSchedule', 'schedule_id')('affiliate', 'deleteReportSchedule'),
  ...['campaign_id', 'link_id'].map((takes) =>
    usesOf('a schedule and a link', takes)('affiliate', 'updateReportSchedule', {
      call: (ids) => ({ body: { [takes]: ids[takes] } }),
    }),
  ),
  ...['campaign_id', 'link_id'].flatMap((takes) => [
    usesOf('createLink', takes)('affiliate', 'createReportSchedule', {
      call: (ids) => ({
        body: { kind: 'campaign', format: 'csv', frequency: 'daily', [takes]: ids[takes] },
      }),
      // The affiliate has the most schedules it may have.
      refusals: [409],
    }),
  ]),
  ...brandReportUses,
  usesOf('sendTestNotification', 'notification_id')('affiliate', 'getNotification'),
  usesOf('sendTestNotification', 'notification_id')('affiliate', 'markNotificationRead', body({})),
  usesOf('sendTestNotification', 'notification_id')('affiliate', 'deleteNotification'),
];
