import { type CampaignSnapshot } from '@tributary/contracts';
import { forbidden } from '@tributary/errors';
import { type Reply, type RequestFacts, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { browserOf } from '../../domain/buyer.ts';
import { type Order } from '../../domain/intake.ts';
import { plainText } from '../../domain/plain-text.ts';
import { headerOf, isNoVisit } from '../../domain/visit.ts';
import { transparentImage } from '../../views/transparent-image.ts';
import { buyerOf } from '../../workflows/identify-buyer.ts';
import { AmountReader, currencyCode } from '../../workflows/order-fields.ts';
import { getCampaign, recordOnce, unknownClick } from '../../workflows/record-conversion.ts';

const query = z.object({
  click_id: givenId,
  transaction_id: plainText(255),
  order_id: plainText(255).optional().describe('Default: the transaction_id'),
  order_value: z.string().min(1).max(40),
  currency: currencyCode,
});
type Query = z.output<typeof query>;

/** The page that a browser says it shows; undefined where it says nothing that can be read. */
function pageOrigin({ headers }: RequestFacts): string | undefined {
  const said = headerOf(headers, 'origin') ?? headerOf(headers, 'referer');
  return said === undefined ? undefined : URL.parse(said)?.origin;
}

/** @throws forbidden pixel_disabled, foreign_origin */
function requirePixel(campaign: CampaignSnapshot, request: RequestFacts): void {
  if (!campaign.pixelEnabled) {
    throw forbidden('pixel_disabled', { message: 'The campaign takes no orders by pixel' });
  }
  if (pageOrigin(request) !== new URL(campaign.landingPageUrl).origin) {
    throw forbidden('foreign_origin', {
      message: 'The pixel counts on pages of the campaign’s own site only',
    });
  }
}

function orderOf(deps: Deps, asked: Query, request: RequestFacts): Order {
  const agent = headerOf(request.headers, 'user-agent') ?? null;
  const browser = { ...browserOf(undefined), buyerIp: request.ip, buyerUserAgent: agent };
  const amounts = new AmountReader(asked.currency);
  const valueMinor = amounts.read('order_value', asked.order_value);
  amounts.requireNone();
  return {
    source: 'pixel',
    orderId: asked.order_id ?? asked.transaction_id,
    transactionId: asked.transaction_id,
    type: 'sale',
    valueMinor,
    currency: asked.currency,
    namedCommissionMinor: null,
    products: [],
    customerId: null,
    customerEmailHash: null,
    refererUrl: null,
    platform: null,
    metadataText: null,
    convertedAt: deps.clock.now(),
    buyer: buyerOf(deps, browser, undefined),
  };
}

const show = (deps: Deps) => {
  const record = recordOnce(deps);
  return async (asked: Query, request: RequestFacts): Promise<Reply> => {
    const order = orderOf(deps, asked, request);
    const click = await deps.clickFinder.find(asked.click_id, { patient: false });
    if (click === undefined) throw unknownClick();
    const campaign = await getCampaign(deps, click.campaignId);
    requirePixel(campaign, request);
    // A look ahead is no order.
    if (isNoVisit(request.method, request.headers)) return transparentImage();
    const { isNew, original } = await record(order, { touch: { kind: 'click', click }, campaign });
    return transparentImage({
      'x-conversion-id': original.id,
      'x-conversion-status': isNew ? 'recorded' : 'duplicate',
    });
  };
};

export const pixelRoute = (deps: Deps) => {
  const showPixel = show(deps);
  return route({
    method: 'get',
    path: '/t/pixel.gif',
    summary: 'Report a conversion by an image on the page after the order',
    description:
      'Unsigned: it counts only where the campaign has `pixel_enabled` and the page is of the landing ' +
      'page’s own origin, and always requires review. An order that is known already answers with the ' +
      'image as well; `X-Conversion-Id` and `X-Conversion-Status` (recorded or duplicate) tell.',
    allow: 'public',
    quiet: true,
    query,
    errors: {
      click_not_found: 'There is no click with this id',
      pixel_disabled: '403: the campaign takes no orders by pixel',
      foreign_origin: '403: the page is not of the campaign’s own site',
      campaign_not_active: 'The campaign is a draft or archived',
    },
    handle: ({ query: asked, request }) => deps.answerInTime(showPixel(asked, request)),
  });
};
