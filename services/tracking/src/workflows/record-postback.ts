import { postbackSources } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../deps.ts';
import { browserOf, withoutBrowser } from '../domain/buyer.ts';
import { type Order } from '../domain/intake.ts';
import { type Literals } from '../domain/json-literals.ts';
import { jsonObject, jsonText, plainText } from '../domain/plain-text.ts';
import { postbackSignedTexts } from '../domain/signed-text.ts';
import { type RateLimitUsage } from './call-guard.ts';
import { literalsOf, signatureOf } from './tracking-route.ts';
import { consentFields, consentOfCall } from './call-consent.ts';
import { type BuyerDeps, identifyBuyer } from './identify-buyer.ts';
import {
  AmountReader,
  couponCodesOf,
  couponFields,
  currencyCode,
  decimal,
  literalOf,
} from './order-fields.ts';
import { recordConversion, type RecordDeps, touchOfLink } from './record-conversion.ts';

export const postbackParams = z.object({ source: z.enum(postbackSources) });
type Source = z.output<typeof postbackParams>['source'];

export const postbackBody = z.object({
  // Without dots, so that the signed text is unambiguous.
  tracking_code: z.string().regex(/^[\w-]{1,64}$/, 'Must be a tracking code'),
  order_id: plainText(255),
  order_value: decimal,
  currency: currencyCode,
  ...couponFields,
  signature: z.string().max(256).optional(),
  custom_parameters: jsonObject().optional(),
  ...consentFields,
});
type Body = z.output<typeof postbackBody>;

export const postbackResponse = z.object({
  success: z.literal(true),
  data: z
    .object({ status: z.literal('recorded'), conversion_id: z.uuid() })
    .meta({ id: 'RecordedPostback', description: 'An order that was recorded' }),
  message: z.string(),
});

interface Postback {
  readonly source: Source;
  readonly call: Body;
  readonly request: RequestFacts;
}

type PostbackDeps = BuyerDeps &
  RecordDeps &
  Pick<Deps, 'clickFinder' | 'config' | 'directory' | 'guard'>;

function orderOf(deps: PostbackDeps, { source, call }: Postback, literals: Literals): Order {
  const amounts = new AmountReader(call.currency);
  const valueMinor = amounts.read('order_value', literalOf(literals, 'order_value'));
  amounts.requireValid();
  return {
    source,
    orderId: call.order_id,
    transactionId: null,
    type: 'sale',
    valueMinor,
    currency: call.currency,
    namedCommissionMinor: null,
    products: [],
    customerId: null,
    customerEmailHash: null,
    refererUrl: null,
    platform: null,
    metadataText: jsonText(withoutBrowser(call.custom_parameters)),
    convertedAt: deps.clock.now(),
    couponCodes: couponCodesOf(call.coupon_code, call.coupon_codes),
    buyer: identifyBuyer(deps, browserOf(call.custom_parameters), undefined),
    stated: consentOfCall(call, deps.config.TCF_VENDOR_ID),
  };
}

/**
 * Records an order that a network reports, credited to the latest recent click of the link, else to the link's affiliate.
 * @throws not_found tracking_code_not_found; conflict duplicate_order; unauthenticated for its signature
 */
export const recordPostback = (deps: PostbackDeps) => {
  const record = recordConversion(deps);
  return async (postback: Postback, usage: RateLimitUsage) => {
    const { source, call, request } = postback;
    const literals = literalsOf(request);
    const order = orderOf(deps, postback, literals);
    const given = signatureOf(request, call);
    deps.guard.checkAddressLimit({ ip: request.ip, given }, usage);
    const found = await deps.directory.find(call.tracking_code);
    const texts = postbackSignedTexts({
      trackingCode: call.tracking_code,
      orderId: call.order_id,
      orderValue: literalOf(literals, 'order_value'),
    });
    const caller = { ip: request.ip, given, texts, brandId: found?.link.brandId };
    const isProven = await deps.guard.authorize({ ...caller, sources: [source] }, usage);
    if (found === undefined) {
      throw notFound('tracking_code_not_found', { message: 'There is no such tracking code' });
    }
    const { link, campaign } = found;
    const touch = await touchOfLink(deps, link, campaign);
    const conversionId = await record(order, {
      touch,
      campaign,
      brandId: link.brandId,
      isProven,
    });
    const data = { status: 'recorded', conversion_id: conversionId };
    return { status: 200, body: { success: true, data, message: 'Conversion recorded' } };
  };
};

export const postbackErrors = {
  tracking_code_not_found: 'There is no such tracking code',
  duplicate_order: '409 with conversion_id and status of the earlier conversion',
  source_not_configured: '503: this source has no secret (production only)',
  missing_signature: '401',
  invalid_signature: '401',
  rate_limit_exceeded: '429',
};
