import { invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { browserOf, withoutBrowser } from '../../domain/buyer.ts';
import { type Order } from '../../domain/intake.ts';
import { type Literals } from '../../domain/json-literals.ts';
import { jsonText, plainText } from '../../domain/plain-text.ts';
import { directSignedTexts } from '../../domain/signed-text.ts';
import { type RateLimitUsage } from '../../workflows/call-guard.ts';
import { literalsOf, signatureOf, trackingRoute } from '../../workflows/tracking-route.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { type BuyerDeps, identifyBuyer } from '../../workflows/identify-buyer.ts';
import {
  AmountReader,
  couponCodesOf,
  couponFields,
  decimal,
  literalOf,
  readTimestamp,
  orderDetails,
  productsOf,
  recordedBody,
  recordedResponse,
} from '../../workflows/order-fields.ts';
import {
  clickNotFound,
  recordConversion,
  type RecordDeps,
  touchOfClick,
} from '../../workflows/record-conversion.ts';

const body = z.object({
  click_id: z.uuid().optional().describe('Required, unless `brand_id` and a coupon code are given'),
  brand_id: z
    .uuid()
    .optional()
    .describe('Whose order it is, where a coupon code stands in for a click'),
  ...couponFields,
  transaction_id: plainText(255),
  order_value: decimal,
  order_id: plainText(255).optional().describe('Default: the transaction_id'),
  signature: z.string().max(256).optional(),
  ...orderDetails,
  ...consentFields,
});
type Body = z.output<typeof body>;

type TrackDeps = BuyerDeps &
  RecordDeps &
  Pick<Deps, 'clickFinder' | 'config' | 'directory' | 'guard'>;

function orderOf(deps: TrackDeps, call: Body, literals: Literals): Order {
  const now = deps.clock.now();
  const amounts = new AmountReader(call.currency);
  const order: Order = {
    source: 'direct',
    orderId: call.order_id ?? call.transaction_id,
    transactionId: call.transaction_id,
    type: call.conversion_type,
    valueMinor: amounts.read('order_value', literalOf(literals, 'order_value')),
    currency: call.currency,
    namedCommissionMinor: null,
    products: productsOf(call.products, amounts),
    customerId: call.customer_id ?? null,
    customerEmailHash: deps.hashEmail(call.customer_email),
    refererUrl: call.referer_url ?? null,
    platform: null,
    metadataText: jsonText(withoutBrowser(call.metadata)),
    convertedAt: readTimestamp(call.conversion_timestamp, now, amounts),
    couponCodes: couponCodesOf(call.coupon_code, call.coupon_codes),
    buyer: identifyBuyer(deps, browserOf(call.metadata), call.customer_email),
    stated: consentOfCall(call, deps.config.TCF_VENDOR_ID),
  };
  amounts.requireValid();
  return order;
}

/** What the signed text begins with: the click, or the brand of an order that names a code only. @throws invalid */
function ownerOf(
  { click_id: clickId, brand_id: brandId }: Body,
  { couponCodes = [] }: Order,
): string {
  const owner = clickId ?? (couponCodes.length > 0 ? brandId : undefined);
  if (owner !== undefined) return owner;
  const message = 'Either click_id, or brand_id with a coupon code is needed';
  throw invalidFields([{ path: 'click_id', message }]);
}

const trackConversion = (deps: TrackDeps) => {
  const record = recordConversion(deps);
  return async (call: Body, request: RequestFacts, usage: RateLimitUsage) => {
    const literals = literalsOf(request);
    const order = orderOf(deps, call, literals);
    const owner = ownerOf(call, order);
    const given = signatureOf(request, call);
    const isRateLimited = deps.guard.checkAddressLimit({ ip: request.ip, given }, usage);
    const click =
      call.click_id === undefined
        ? undefined
        : await deps.clickFinder.find(call.click_id, { waitForReplication: !isRateLimited });
    const texts = directSignedTexts({
      owner,
      transactionId: call.transaction_id,
      orderValue: literalOf(literals, 'order_value'),
    });
    const brandId = click?.brandId ?? (call.click_id === undefined ? call.brand_id : undefined);
    const caller = { ip: request.ip, given, texts, brandId };
    const isProven = await deps.guard.authorize({ ...caller, sources: ['direct'] }, usage);
    if (brandId === undefined) throw clickNotFound();
    const conversionId = await record(order, {
      ...(await touchOfClick(deps, click)),
      brandId,
      isProven,
    });
    return { status: 201, body: recordedBody(conversionId) };
  };
};

export const trackConversionRoute = (deps: Deps) => {
  const track = trackConversion(deps);
  return trackingRoute(deps.guard, {
    operationId: 'trackConversion',
    path: '/api/track/conversion',
    summary: 'Report a conversion from the shop’s server',
    description:
      'Signed with lowercase hex HMAC-SHA256 over `click_id.transaction_id.order_value`, the value as ' +
      'its characters stand in the body (or with two decimals), in the header `X-Service-Signature` or ' +
      'the field `signature`. An order without a click, but with a coupon code, has `brand_id` in the place of ' +
      '`click_id` in the body and the signed text. A brand with a tracking secret of its own signs with that one. Outside ' +
      'production an unsigned call is accepted where the brand has none.',
    status: 201,
    body,
    response: recordedResponse,
    errors: {
      click_not_found: 'There is no click with this id',
      coupon_not_found: 'The order names no click, and no coupon code of the brand',
      duplicate_order: '409 with conversion_id and status of the earlier conversion',
      campaign_not_active: 'The campaign is a draft or archived',
      missing_signature: '401',
      invalid_signature: '401',
      ambiguous_signed_text: 'The id and the amount can be read in two ways',
      rate_limit_exceeded: '429',
    },
    handle: ({ call, request }, usage) => track(call, request, usage),
  });
};
