import { type CampaignSnapshot } from '@tributary/contracts';
import { forbidden, invalidFields } from '@tributary/errors';
import { type Reply, type RequestFacts, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { browserOf } from '../../domain/buyer.ts';
import { type Order } from '../../domain/intake.ts';
import { plainText } from '../../domain/plain-text.ts';
import { headerOf, isPrefetch } from '../../domain/visit.ts';
import { transparentImage } from '../../views/transparent-image.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { type BuyerDeps, identifyBuyer } from '../../workflows/identify-buyer.ts';
import {
  AmountReader,
  couponCodesOf,
  couponFields,
  currencyCode,
} from '../../workflows/order-fields.ts';
import {
  clickNotFound,
  type RecordDeps,
  recordOnce,
  touchOfClick,
} from '../../workflows/record-conversion.ts';

const query = z.object({
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
type Query = z.output<typeof query>;

/** The origin of the page by the browser's headers; undefined where absent or malformed. */
function pageOrigin({ headers }: RequestFacts): string | undefined {
  const page = headerOf(headers, 'origin') ?? headerOf(headers, 'referer');
  return page === undefined ? undefined : URL.parse(page)?.origin;
}

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

type PixelDeps = BuyerDeps & RecordDeps & Pick<Deps, 'clickFinder' | 'config' | 'directory'>;

function orderOf(deps: PixelDeps, call: Query, request: RequestFacts): Order {
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
  { click_id: clickId, brand_id: brandId }: Query,
  { couponCodes = [] }: Order,
): string {
  if (clickId !== undefined) throw clickNotFound();
  if (brandId !== undefined && couponCodes.length > 0) return brandId;
  const message = 'Either click_id, or brand_id with a coupon code is needed';
  throw invalidFields([{ path: 'click_id', message }]);
}

const trackPixelOrder = (deps: PixelDeps) => {
  const record = recordOnce(deps);
  return async (call: Query, request: RequestFacts): Promise<Reply> => {
    const order = orderOf(deps, call, request);
    const click =
      call.click_id === undefined
        ? undefined
        : await deps.clickFinder.find(call.click_id, { waitForReplication: false });
    const brandId = click?.brandId ?? brandOf(call, order);
    const named = await touchOfClick(deps, click);
    if (named.campaign !== undefined) requirePixel(named.campaign, request);
    // A prefetch is not an order.
    if (isPrefetch(request.method, request.headers)) return transparentImage();
    const { isNew, original } = await record(order, {
      ...named,
      brandId,
      isProven: false,
      accepts: (campaign) => campaign.pixelEnabled && isOwnPage(campaign, request),
    });
    return transparentImage({
      'x-conversion-id': original.id,
      'x-conversion-status': isNew ? 'recorded' : 'duplicate',
    });
  };
};

export const trackPixelOrderRoute = (deps: Deps) => {
  const track = trackPixelOrder(deps);
  return route({
    operationId: 'trackPixelOrder',
    method: 'get',
    path: '/t/pixel.gif',
    summary: 'Report a conversion by an image on the order confirmation page',
    description:
      'Unsigned: it counts only where the campaign has `pixel_enabled` and the page has the landing ' +
      'page’s origin, and always requires review. A repeated order answers with the image as well; ' +
      '`X-Conversion-Id` and `X-Conversion-Status` (recorded or duplicate) identify the result.',
    allow: 'public',
    quiet: true,
    query,
    errors: {
      click_not_found: 'There is no click with this id',
      coupon_not_found: 'The order names no click, and no coupon code of a campaign with this page',
      pixel_disabled: '403: the campaign accepts no orders by pixel',
      foreign_origin: '403: the page does not belong to the campaign’s own site',
      campaign_not_active: 'The campaign is a draft or archived',
    },
    handle: ({ query: call, request }) => deps.withDeadline(track(call, request)),
  });
};
