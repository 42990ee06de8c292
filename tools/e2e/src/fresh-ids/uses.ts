import { randomUUID } from 'node:crypto';
import { BROWSER, type Call, order, refund, sign } from '../client.ts';
import { type Ids } from './records.ts';
import { body, filters, idOf, signed, type Use, usesOf } from './use.ts';
import { moneyUses, settingUses } from './uses-of-accounts.ts';
import { claimUses } from './uses-of-claims.ts';

const ofUser = usesOf('registerAccount', 'user_id');
const userUses: readonly Use[] = [
  ofUser('admin', 'getUser'),
  ofUser('admin', 'updateUserPlan', body({ plan: 'pro' })),
  ofUser('admin', 'updateUserStatus', body({ status: 'verified' })),
  ofUser('admin', 'removeSecondFactor', { refusals: [409] }),
  ofUser('admin', 'sendNotification', {
    call: (ids) => ({
      body: {
        user_id: ids['user_id'],
        notification_type: 'campaign_updated',
        channel: 'in_app',
        title: 'Hello',
        message: 'World',
      },
    }),
  }),
];

const ofCampaign = usesOf('createCampaign', 'campaign_id');
const tier = { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 };
const period = { start_date: '2026-01-01', end_date: '2026-01-31' };
const model = { model: 'linear' };
const campaignUses: readonly Use[] = [
  ofCampaign('brand', 'getCampaign'),
  ofCampaign('brand', 'updateCampaign', body({ name: 'New' })),
  ofCampaign('affiliate', 'getOffer'),
  ofCampaign('affiliate', 'applyToCampaign', body({})),
  ofCampaign('brand', 'createCreative', { refusals: [400, 415] }),
  ofCampaign('brand', 'listCreatives'),
  ofCampaign('brand', 'listInvitations'),
  ofCampaign('brand', 'createTrackingNumbers', {
    ...body({ numbers: ['+15550000000'] }),
    refusals: [400],
  }),
  ofCampaign('brand', 'listTrackingNumbers'),
  ofCampaign('brand', 'checkInstall', {
    call: (ids) => ({ body: { campaign_id: ids['campaign_id'] } }),
  }),
  ofCampaign('brand', 'getCampaignAttribution'),
  ofCampaign('brand', 'updateCampaignAttribution', body(model)),
  ofCampaign('brand', 'compareAttributionModels', { query: () => period }),
  ofCampaign('brand', 'previewCampaignAttribution', body({ ...model, ...period })),
  ofCampaign('brand', 'listAttributionChanges'),
  ofCampaign('brand', 'createAttributionChange', body({ ...model, ...period })),
  ...['campaign_id', 'change_id'].flatMap((takes) =>
    [
      'getAttributionChange',
      'listAttributionChangeConversions',
      'applyAttributionChange',
      'undoAttributionChange',
    ].map((operation) =>
      usesOf('createAttributionChange', takes)('brand', operation, {
        ...(operation === 'applyAttributionChange' ? body({ fingerprint: 'unknown' }) : {}),
        ...(operation === 'undoAttributionChange' ? body({}) : {}),
        // A worker prepares the change first.
        refusals: [409],
      }),
    ),
  ),
  ofCampaign('brand', 'getIncrementality'),
  ofCampaign('brand', 'getCampaignPerformance'),
  ofCampaign('brand', 'setCampaignTiers', body({ tiers: [tier] })),
  ofCampaign('brand', 'createIntegration', {
    call: (ids, { shopUrl }) => ({
      body: {
        platform: 'shopify',
        shop_url: `${shopUrl}/${randomUUID()}`,
        secret: 'shpss_0123456789abcdef',
        campaign_id: ids['campaign_id'],
      },
    }),
  }),
  ofCampaign('brand', 'reviewHeldClicks', {
    call: (ids) => ({ body: { campaign_id: ids['campaign_id'], decision: 'refused' } }),
  }),
  ...filters('createCampaign', 'campaign_id', 'affiliate', [
    'exportReport',
    'getAffiliatePerformance',
    'getCommissionBreakdown',
    'getConversionAnalytics',
    'getReport',
    'listAffiliateConversions',
    'listClicks',
    'listCommissionConversions',
    'listCommissions',
    'listLinks',
    'listOwnCoupons',
  ]).map((use) =>
    use.operation === 'exportReport'
      ? { ...use, query: (ids: Ids) => ({ campaign_id: idOf(ids, 'campaign_id'), format: 'csv' }) }
      : use,
  ),
  ...filters('createCampaign', 'campaign_id', 'brand', [
    'getBrandReport',
    'getFraudAnalysis',
    'listApplications',
    'listBrandConversions',
    'listClickStatements',
    'listCommissionTiers',
    'listHeldClicks',
    'listPendingConversions',
  ]),
];

const ofMembership = usesOf('a membership', 'affiliate_id');
const ofMember = usesOf('a membership', 'campaign_id');
const membershipUses: readonly Use[] = [
  ofMembership('brand', 'removeCampaignMember'),
  ...filters('a membership', 'affiliate_id', 'brand', ['listApplications']),
  ofMember('brand', 'removeCampaignMember'),
  ofMember('affiliate', 'leaveCampaign'),
  ofMember('affiliate', 'listOfferCreatives'),
  ofMember('affiliate', 'createLink', {
    call: (ids) => ({ body: { campaign_id: ids['campaign_id'] } }),
  }),
  usesOf('applyToCampaign', 'application_id')('brand', 'getApplication'),
  usesOf('applyToCampaign', 'application_id')(
    'brand',
    'reviewApplication',
    body({ decision: 'approved' }),
  ),
  usesOf('an affiliate and a campaign', 'ids')('brand', 'listAffiliates', {
    query: (ids) => ({ ids: idOf(ids, 'affiliate_id') }),
  }),
  usesOf('an affiliate and a campaign', 'affiliate_id')('brand', 'inviteAffiliate', {
    call: (ids) => ({ body: { affiliate_id: ids['affiliate_id'] } }),
  }),
  usesOf('createCampaign', 'campaign_id')('brand', 'previewInvitation', {
    call: (ids) => ({ body: { campaign_id: ids['campaign_id'] } }),
  }),
  usesOf('createCampaign', 'campaign_id')('brand', 'inviteAffiliate', {
    call: (_ids, { affiliate }) => ({ body: { affiliate_id: affiliate.id } }),
  }),
  usesOf('inviteAffiliate', 'invitation_id')('brand', 'withdrawInvitation'),
  usesOf('inviteAffiliate', 'campaign_id')('brand', 'withdrawInvitation'),
  usesOf('createCampaign', 'brand_id')('affiliate', 'listOffers', {
    query: (ids) => ({ brand_id: idOf(ids, 'brand_id') }),
  }),
  ofMembership('brand', 'getBrandAffiliate'),
  ofMember('brand', 'getBrandAffiliate', {
    query: (ids) => ({ campaign_id: idOf(ids, 'campaign_id') }),
  }),
  ...filters('a membership', 'affiliate_id', 'brand', [
    'getBrandReport',
    'listBrandConversions',
    'listClickStatements',
  ]),
  ...['listHeldClicks', 'reviewHeldClicks'].map((operation) =>
    usesOf('a membership', 'affiliate_id')('brand', operation, {
      ...(operation === 'listHeldClicks'
        ? {
            query: (ids: Ids) => ({
              campaign_id: idOf(ids, 'campaign_id'),
              affiliate_id: idOf(ids, 'affiliate_id'),
            }),
          }
        : {
            call: (ids: Ids) => ({
              body: {
                campaign_id: ids['campaign_id'],
                affiliate_id: ids['affiliate_id'],
                decision: 'refused',
              },
            }),
          }),
    }),
  ),
];

const ofLink = usesOf('createLink', 'link_id');
const ofCode = usesOf('createLink', 'tracking_code');
const postback = (ids: Ids): Readonly<Record<string, string>> => ({
  tracking_code: idOf(ids, 'tracking_code'),
  order_id: randomUUID(),
  order_value: '20.00',
});
const SOURCE_SECRET = 'dev-secret-source-a';
const linkUses: readonly Use[] = [
  ofLink('affiliate', 'getLink'),
  ofLink('affiliate', 'updateLink', body({ active: false })),
  ofLink('affiliate', 'getLinkQrCode'),
  ofLink('affiliate', 'getLinkPerformance'),
  ...filters('createLink', 'link_id', 'affiliate', [
    'exportReport',
    'getAffiliatePerformance',
    'getReport',
    'listClicks',
  ]).map((use) =>
    use.operation === 'exportReport'
      ? { ...use, query: (ids: Ids) => ({ link_id: idOf(ids, 'link_id'), format: 'csv' }) }
      : use,
  ),
  ofCode('nobody', 'followLink', { call: () => ({ headers: { 'user-agent': BROWSER } }) }),
  ofCode('nobody', 'recordImpression', {
    query: (ids) => ({ tracking_code: idOf(ids, 'tracking_code') }),
  }),
  ofCode('nobody', 'trackPostback', {
    call: (ids) => {
      const {
        tracking_code: code = '',
        order_id: orderId = '',
        order_value: value = '',
      } = postback(ids);
      return {
        text: `{"tracking_code":"${code}","order_id":"${orderId}","order_value":${value}}`,
        headers: { 'x-service-signature': sign(SOURCE_SECRET, code, orderId, value) },
      };
    },
  }),
  ofCode('nobody', 'trackPostbackByUrl', {
    query: (ids) => {
      const fields = postback(ids);
      return { ...fields, signature: sign(SOURCE_SECRET, ...Object.values(fields)) };
    },
  }),
  usesOf('a conversation’s link', 'tracking_code')('nobody', 'trackMessage', {
    call: (ids) => {
      const id = randomUUID();
      const code = idOf(ids, 'tracking_code');
      const fields = { tracking_code: code, transaction_id: id, conversation_id: id };
      return signed(fields, code, id);
    },
  }),
  usesOf('createTrackingNumbers', 'tracking_number')('nobody', 'trackCall', {
    call: (ids) => {
      const id = randomUUID();
      const number = idOf(ids, 'tracking_number');
      const fields = { tracking_number: number, transaction_id: id, duration_seconds: 60 };
      return signed(fields, number, id, '60');
    },
  }),
  usesOf('createTrackingNumbers', 'number')('brand', 'deleteTrackingNumber'),
  usesOf('createTrackingNumbers', 'campaign_id')('brand', 'deleteTrackingNumber'),
  ...['affiliate_id', 'campaign_id'].map((takes) =>
    usesOf('createLink', takes)('brand', 'trackPluginOrder', {
      call: (ids) => ({
        body: {
          order_reference: randomUUID(),
          order_total: 20,
          affiliate_id: ids['affiliate_id'],
          campaign_id: ids['campaign_id'],
        },
      }),
    }),
  ),
];

/** The brand's id and a code in place of a click. */
const couponOrder = (ids: Ids): Readonly<Record<string, string>> => ({
  brand_id: idOf(ids, 'brand_id'),
  coupon_code: idOf(ids, 'code'),
  transaction_id: randomUUID(),
  order_value: '20.00',
});
const coupon = (ids: Ids): Call => ({
  body: {
    campaign_id: ids['campaign_id'],
    affiliate_id: ids['affiliate_id'],
    code: randomUUID(),
  },
});
/** A call of the script on the shop's page. */
const fromShop = (content: object): Call => ({
  body: content,
  headers: { origin: 'https://shop.example.com' },
});
const couponUses: readonly Use[] = [
  ofMember('brand', 'createCoupon', { call: coupon }),
  ofMembership('brand', 'createCoupon', { call: coupon }),
  usesOf('createCoupon', 'coupon_id')('brand', 'getCoupon'),
  usesOf('createCoupon', 'coupon_id')('brand', 'updateCoupon', body({ active: false })),
  usesOf('createCoupon', 'coupon_id')('brand', 'deleteCoupon'),
  ...filters('createCoupon', 'campaign_id', 'brand', ['listCoupons']),
  ...filters('createCoupon', 'affiliate_id', 'brand', ['listCoupons']),
  usesOf('createCoupon', 'brand_id')('nobody', 'trackConversion', {
    call: (ids) => {
      const fields = couponOrder(ids);
      const { brand_id: brand = '', transaction_id: order = '', order_value: value = '' } = fields;
      return signed(fields, brand, order, value);
    },
  }),
  usesOf('createCoupon', 'brand_id')('nobody', 'trackPixelOrder', {
    query: couponOrder,
    call: () => ({ headers: { referer: 'https://shop.example.com/thanks' } }),
  }),
  usesOf('createCoupon', 'brand_id')('nobody', 'trackPageOrder', {
    call: (ids) => fromShop(couponOrder(ids)),
  }),
];

const ofClick = usesOf('followLink', 'click_id');
const ofConversion = usesOf('trackConversion', 'conversion_id');
const orderUses: readonly Use[] = [
  ofClick('nobody', 'trackConversion', {
    call: (ids) => order(idOf(ids, 'click_id'), randomUUID(), '20.00'),
  }),
  ofClick('nobody', 'trackPixelOrder', {
    query: (ids) => ({
      click_id: idOf(ids, 'click_id'),
      transaction_id: randomUUID(),
      order_value: '20.00',
    }),
    call: () => ({ headers: { referer: 'https://shop.example.com/thanks' } }),
  }),
  ofClick('nobody', 'trackPageOrder', {
    call: ({ click_id }) =>
      fromShop({ click_id, transaction_id: randomUUID(), order_value: '20.00' }),
  }),
  ofClick('nobody', 'recordVisit', {
    call: ({ tracking_code, click_id }) => fromShop({ tracking_code, click_id }),
  }),
  usesOf('createLink', 'tracking_code')('nobody', 'recordVisit', {
    call: ({ tracking_code }) => fromShop({ tracking_code }),
  }),
  ofClick('nobody', 'setClickCookie', {
    call: ({ click_id }) => fromShop({ click_id, domain: 'shop.example.com' }),
  }),
  ofClick('brand', 'trackPluginOrder', {
    call: (ids) => ({
      body: { click_id: ids['click_id'], order_reference: randomUUID(), order_total: 20 },
    }),
  }),
  ofClick('nobody', 'trackCall', {
    call: (ids) => {
      const [id, click] = [randomUUID(), idOf(ids, 'click_id')];
      const fields = { click_id: click, transaction_id: id, duration_seconds: 60 };
      return signed(fields, click, id, '60');
    },
    // Not a campaign for calls.
    refusals: [400],
  }),
  ofClick('nobody', 'trackMessage', {
    call: (ids) => {
      const [id, click] = [randomUUID(), idOf(ids, 'click_id')];
      return signed({ click_id: click, transaction_id: id, conversation_id: id }, click, id);
    },
    refusals: [400],
  }),
  usesOf('followLink', 'click_ids')('brand', 'reviewHeldClicks', {
    call: (ids) => ({
      body: {
        campaign_id: ids['campaign_id'],
        click_ids: [ids['click_id']],
        decision: 'refused',
      },
    }),
  }),
  ofClick('brand', 'eraseCustomerData', {
    call: (ids) => ({ body: { click_id: ids['click_id'] } }),
  }),
  usesOf('followLink', 'click_ids')('brand', 'eraseCustomerData', {
    call: (ids) => ({ body: { click_ids: [ids['click_id']] } }),
  }),
  usesOf('createCampaign', 'brand_id')('admin', 'eraseCustomerData', {
    call: (ids) => ({ body: { brand_id: ids['brand_id'], customer_id: randomUUID() } }),
  }),
  usesOf('eraseCustomerData', 'erasure_id')('brand', 'getCustomerErasure'),
  ofConversion('affiliate', 'getAffiliateConversion'),
  ofConversion('brand', 'getBrandConversion'),
  ofConversion('brand', 'getConversionExplanation'),
  ofConversion('affiliate', 'getCommissionConversion'),
  ofConversion('brand', 'reviewConversion', body({ decision: 'approved' })),
  ofConversion('affiliate', 'disputeConversion', {
    ...body({ reason: 'Mine' }),
    // Only a decided conversion can be disputed.
    refusals: [409],
  }),
  usesOf('trackConversion', 'conversion_ids')('brand', 'bulkReviewConversions', {
    call: (ids) => ({ body: { conversion_ids: [ids['conversion_id']], decision: 'approved' } }),
  }),
  ...['original_order_id', 'campaign_id', 'brand_id'].map((takes) =>
    usesOf('trackConversion', takes)('nobody', 'adjustConversion', {
      call: (ids) => {
        const { text = '', ...rest } = refund(idOf(ids, 'original_order_id'), 'refund');
        const fields = takes === 'original_order_id' ? {} : { [takes]: ids[takes] };
        return { ...rest, text: JSON.stringify({ ...JSON.parse(text), ...fields }) };
      },
    }),
  ),
];

export const uses: readonly Use[] = [
  ...userUses,
  ...campaignUses,
  ...membershipUses,
  ...linkUses,
  ...couponUses,
  ...orderUses,
  ...claimUses,
  ...moneyUses,
  ...settingUses,
];
