import { invalidFields, notFound } from '@tributary/errors';
import { type RequestFacts, reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { browserOf } from '../../domain/buyer.ts';
import { type Order } from '../../domain/intake.ts';
import { plainText } from '../../domain/plain-text.ts';
import { REPORT_TERMS, literalsOf } from '../../workflows/tracking-route.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { type BuyerDeps, identifyBuyer } from '../../workflows/identify-buyer.ts';
import {
  AmountReader,
  couponCodesOf,
  couponFields,
  currencyCode,
  decimal,
  literalOf,
  recordedBody,
  recordedResponse,
} from '../../workflows/order-fields.ts';
import {
  type OrderCredit,
  getCampaign,
  recordConversion,
  type RecordDeps,
  clickNotFound,
  touchOfClick,
} from '../../workflows/record-conversion.ts';

const body = z.strictObject({
  click_id: uuidInput.optional(),
  order_reference: plainText(255),
  order_total: decimal,
  currency: currencyCode,
  platform: plainText(100).optional(),
  customer_email: z.email().max(254).optional(),
  commission_amount: decimal.optional().describe('Pre-calculated; at most order_total'),
  ...couponFields,
  affiliate_id: uuidInput.optional().describe('Credited where there is no click'),
  campaign_id: uuidInput.optional().describe('With affiliate_id: which of the brand’s campaigns'),
  ...consentFields,
});
type Body = z.output<typeof body>;

type PluginDeps = BuyerDeps & RecordDeps & Pick<Deps, 'clickFinder' | 'config' | 'directory'>;

function orderOf(deps: PluginDeps, call: Body, request: RequestFacts): Order {
  const literals = literalsOf(request);
  const amounts = new AmountReader(call.currency);
  const valueMinor = amounts.read('order_total', literalOf(literals, 'order_total'));
  const named =
    call.commission_amount === undefined
      ? null
      : amounts.read('commission_amount', literalOf(literals, 'commission_amount'));
  if (named !== null && named > valueMinor) {
    amounts.addIssue('commission_amount', 'Must not be more than order_total');
  }
  amounts.requireValid();
  return {
    source: 'plugin',
    orderId: call.order_reference,
    transactionId: null,
    type: 'sale',
    valueMinor,
    currency: call.currency,
    namedCommissionMinor: named,
    products: [],
    customerId: null,
    customerEmailHash: deps.hashEmail(call.customer_email),
    refererUrl: null,
    platform: call.platform ?? null,
    metadataText: null,
    convertedAt: deps.clock.now(),
    couponCodes: couponCodesOf(call.coupon_code, call.coupon_codes),
    buyer: identifyBuyer(deps, browserOf(undefined), call.customer_email),
    stated: consentOfCall(call, deps.config.TCF_VENDOR_ID),
  };
}

async function findByClick(
  deps: PluginDeps,
  clickId: string,
  brandId: string,
): Promise<OrderCredit | undefined> {
  const click = await deps.clickFinder.find(clickId, { waitForReplication: true });
  // Another brand's click is not found.
  if (click?.brandId !== brandId) return undefined;
  return { ...(await touchOfClick(deps, click)), brandId, isProven: true };
}

/** The credit of an affiliate without a click: for the named campaign, else that of its newest link. */
async function getByAffiliate(
  deps: PluginDeps,
  brandId: string,
  named: { affiliateId: string; campaignId: string | undefined },
): Promise<OrderCredit> {
  const { affiliateId, campaignId } = named;
  const candidates = await deps.directory.listPartnership({
    ...{ brandId, affiliateId },
    ...(campaignId === undefined ? {} : { campaignId }),
  });
  const link = candidates.find(({ active }) => active) ?? candidates[0];
  if (link === undefined) {
    throw notFound('affiliate_not_found', {
      message: 'This affiliate has no link to a campaign of yours',
    });
  }
  const campaign = await getCampaign(deps, link.campaignId);
  return { touch: { kind: 'affiliate', affiliateId }, campaign, brandId, isProven: true };
}

/** The credit by click or affiliate; neither where the order names a coupon code alone. */
async function getOrderCredit(
  deps: PluginDeps,
  call: Body,
  { brandId, hasCodes }: { readonly brandId: string; readonly hasCodes: boolean },
): Promise<OrderCredit> {
  const { click_id: clickId, affiliate_id: affiliateId, campaign_id: campaignId } = call;
  if (clickId === undefined && affiliateId === undefined) {
    if (hasCodes) return { touch: undefined, campaign: undefined, brandId, isProven: true };
    const message = 'Either click_id, affiliate_id or a coupon code is needed';
    throw invalidFields([{ path: 'click_id', message }]);
  }
  const byClick = clickId === undefined ? undefined : await findByClick(deps, clickId, brandId);
  if (byClick !== undefined) return byClick;
  if (affiliateId === undefined) throw clickNotFound();
  return getByAffiliate(deps, brandId, { affiliateId, campaignId });
}

const trackPluginOrder = (deps: PluginDeps) => {
  const record = recordConversion(deps);
  return async (call: Body, brandId: string, request: RequestFacts): Promise<string> => {
    const order = orderOf(deps, call, request);
    const hasCodes = (order.couponCodes ?? []).length > 0;
    return record(order, await getOrderCredit(deps, call, { brandId, hasCodes }));
  };
};

export const trackPluginOrderRoute = (deps: Deps) => {
  const track = trackPluginOrder(deps);
  return route({
    operationId: 'trackPluginOrder',
    method: 'post',
    path: '/api/conversions/track',
    summary: 'Report an order from an e-commerce plugin',
    description: 'With the brand’s token or API key instead of a signature.',
    deadline: REPORT_TERMS,
    allow: ['brand'] as const,
    unaudited: 'a shop’s report is no act of a member',
    permission: 'tracking:write',
    status: 201,
    body,
    response: recordedResponse,
    errors: {
      click_not_found: 'There is no click with this id, and no affiliate_id was given',
      coupon_not_found:
        'The order names neither click nor affiliate, and no coupon code of the brand',
      affiliate_not_found: 'The affiliate has no link to a campaign of this brand',
      duplicate_order: '409 with conversion_id and status of the earlier conversion',
      campaign_not_active: 'The campaign is a draft or archived',
    },
    handle: async ({ body: call, actor, request }) => {
      const conversionId = await track(call, actor.id, request);
      return reply(201, { body: recordedBody(conversionId) });
    },
  });
};
