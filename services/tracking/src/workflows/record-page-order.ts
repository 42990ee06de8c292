import { type CampaignSnapshot } from '@tributary/contracts';
import { forbidden, invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../deps.ts';
import { browserOf } from '../domain/buyer.ts';
import { type Order } from '../domain/intake.ts';
import { plainText } from '../domain/plain-text.ts';
import { uuidInput } from '../domain/uuid-input.ts';
import { headerOf } from '../domain/visit.ts';
import { consentFields, consentOfCall } from './call-consent.ts';
import { type BuyerDeps, identifyBuyer } from './identify-buyer.ts';
import { AmountReader, couponCodesOf, couponFields, currencyCode } from './order-fields.ts';
import { pageOrigin } from './page-call.ts';
import { clickNotFound, type RecordDeps, recordOnce, touchOfClick } from './record-conversion.ts';

/** The fields of an order that a shop’s page reports without a signature. */
export const pageOrder = z.object({
  click_id: uuidInput
    .optional()
    .describe('Required, unless `brand_id` and a coupon code are given'),
  brand_id: uuidInput
    .optional()
    .describe('Whose order it is, where a coupon code stands in for a click'),
  ...couponFields,
  transaction_id: plainText(255),
  order_id: plainText(255).optional().describe('Default: the transaction_id'),
  order_value: z.string().min(1).max(40),
  currency: currencyCode,
  ...consentFields,
});
export type PageOrder = z.output<typeof pageOrder>;

const isOwnPage = ({ landingPageUrl }: CampaignSnapshot, request: RequestFacts): boolean =>
  pageOrigin(request) === new URL(landingPageUrl).origin;

/** @throws forbidden pixel_disabled, foreign_origin */
function requirePixel(campaign: CampaignSnapshot, request: RequestFacts): void {
  if (!campaign.pixelEnabled) {
    throw forbidden('pixel_disabled', { message: 'The campaign accepts no orders by pixel' });
  }
  if (!isOwnPage(campaign, request)) {
    throw forbidden('foreign_origin', {
      message: 'The pixel counts on pages of the campaign’s own site only',
    });
  }
}

export type PageOrderDeps = BuyerDeps &
  RecordDeps &
  Pick<Deps, 'clickFinder' | 'config' | 'directory'>;

function orderOf(deps: PageOrderDeps, call: PageOrder, request: RequestFacts): Order {
  const agent = headerOf(request.headers, 'user-agent') ?? null;
  const browser = { ...browserOf(undefined), buyerIp: request.ip, buyerUserAgent: agent };
  const amounts = new AmountReader(call.currency);
  const valueMinor = amounts.read('order_value', call.order_value);
  amounts.requireValid();
  return {
    source: 'pixel',
    orderId: call.order_id ?? call.transaction_id,
    transactionId: call.transaction_id,
    type: 'sale',
    valueMinor,
    currency: call.currency,
    namedCommissionMinor: null,
    products: [],
    customerId: null,
    customerEmailHash: null,
    refererUrl: null,
    platform: null,
    metadataText: null,
    convertedAt: deps.clock.now(),
    couponCodes: couponCodesOf(call.coupon_code, call.coupon_codes),
    buyer: identifyBuyer(deps, browser, undefined),
    stated: consentOfCall(call, deps.config.TCF_VENDOR_ID),
  };
}

/** The brand of an order that names a code and no click. @throws invalid; not_found click_not_found */
function brandOf(
  { click_id: clickId, brand_id: brandId }: PageOrder,
  { couponCodes = [] }: Order,
): string {
  if (clickId !== undefined) throw clickNotFound();
  if (brandId !== undefined && couponCodes.length > 0) return brandId;
  const message = 'Either click_id, or brand_id with a coupon code is needed';
  throw invalidFields([{ path: 'click_id', message }]);
}

/**
 * Records an order that a shop's page reports: once, always for review, and only where its campaign accepts such reports
 * from this page. @throws the errors of `pageOrderErrors`
 */
export const recordPageOrder = (deps: PageOrderDeps) => {
  const record = recordOnce(deps);
  return async (call: PageOrder, request: RequestFacts) => {
    const order = orderOf(deps, call, request);
    const click =
      call.click_id === undefined
        ? undefined
        : await deps.clickFinder.find(call.click_id, { waitForReplication: false });
    const brandId = click?.brandId ?? brandOf(call, order);
    const named = await touchOfClick(deps, click);
    if (named.campaign !== undefined) requirePixel(named.campaign, request);
    return record(order, {
      ...named,
      brandId,
      isProven: false,
      accepts: (campaign) => campaign.pixelEnabled && isOwnPage(campaign, request),
    });
  };
};

export const pageOrderErrors = {
  click_not_found: 'There is no click with this id',
  coupon_not_found: 'The order names no click, and no coupon code of a campaign with this page',
  pixel_disabled: '403: the campaign accepts no orders by pixel',
  foreign_origin: '403: the page does not belong to the campaign’s own site',
  campaign_not_active: 'The campaign is a draft or archived',
};
