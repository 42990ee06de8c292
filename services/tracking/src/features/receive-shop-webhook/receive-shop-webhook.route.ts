import { type IntegrationPlatform } from '@tributary/contracts';
import { type AppError, invalid, isAppError, notFound, unauthenticated } from '@tributary/errors';
import { type RequestFacts, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { parseShopJson, type ShopEvent } from '../../domain/shop-order.ts';
import { readShopifyEvent } from '../../domain/shopify.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { headerOf } from '../../domain/visit.ts';
import { readStripeEvent } from '../../domain/stripe.ts';
import { readWooCommerceEvent } from '../../domain/woocommerce.ts';
import { type IntegrationDocument } from '../../store/collections.ts';
import { applyShopWebhook, type ShopWebhookDeps } from '../../workflows/apply-shop-webhook.ts';
import {
  recordIntegrationError,
  recordIntegrationSuccess,
} from '../../workflows/integration-state.ts';
import { type IsSigned, isSignedByStripe, isSignedInBase64 } from './shop-signature.ts';
import { REPORT_TERMS, TRACKING_BODY_LIMIT } from '../../workflows/tracking-route.ts';

interface Platform {
  /** Null where the body has the topic. */
  readonly topicHeader: string | null;
  readonly signatureHeader: string;
  readonly isSigned: IsSigned;
  readonly read: (topic: string, payload: unknown) => ShopEvent;
}

const platforms: Readonly<Record<IntegrationPlatform, Platform>> = {
  shopify: {
    topicHeader: 'x-shopify-topic',
    signatureHeader: 'x-shopify-hmac-sha256',
    isSigned: isSignedInBase64,
    read: readShopifyEvent,
  },
  woocommerce: {
    topicHeader: 'x-wc-webhook-topic',
    signatureHeader: 'x-wc-webhook-signature',
    isSigned: isSignedInBase64,
    read: readWooCommerceEvent,
  },
  stripe: {
    topicHeader: null,
    signatureHeader: 'stripe-signature',
    isSigned: isSignedByStripe,
    read: (_topic, payload) => readStripeEvent(payload),
  },
};

const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      status: z.enum([
        'recorded',
        'duplicate',
        'adjusted',
        'reversed',
        'ignored',
        'failed',
        'pong',
      ]),
      conversion_id: z.uuid().nullable(),
      reason: z.string().nullable(),
    })
    .meta({ id: 'ShopOrderOutcome', description: 'What a shop’s message led to' }),
});
type Response = z.output<typeof response>;

const responseOf = (
  status: Response['data']['status'],
  conversionId: string | null,
  reason: string | null,
): Response => ({ success: true, data: { status, conversion_id: conversionId, reason } });

/** @throws invalid payload_malformed */
function readEvent({ platform }: IntegrationDocument, request: RequestFacts): ShopEvent {
  const { read, topicHeader } = platforms[platform];
  try {
    const topic = topicHeader === null ? undefined : headerOf(request.headers, topicHeader);
    return read(topic ?? '', parseShopJson(request.rawBody));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw invalid('payload_malformed', {
        message: 'The webhook’s body does not match its topic',
      });
    }
    throw error;
  }
}

/** WooCommerce tests a new address with this unsigned body. */
const isPing = ({ platform }: IntegrationDocument, { rawBody }: RequestFacts): boolean =>
  platform === 'woocommerce' && /^webhook_id=\d{1,20}$/.test(rawBody);

const isPermanent = (error: unknown): error is AppError =>
  isAppError(error) && (error.kind === 'invalid' || error.kind === 'conflict');

type WebhookDeps = ShopWebhookDeps & Pick<Deps, 'cipher' | 'integrations'>;

const receiveShopWebhook = (deps: WebhookDeps) => {
  const apply = applyShopWebhook(deps);
  const applyRequest = async (integration: IntegrationDocument, request: RequestFacts) => {
    const outcome = await apply(integration, readEvent(integration, request));
    await recordIntegrationSuccess(deps, integration);
    return responseOf(outcome.status, outcome.conversionId, outcome.reason ?? null);
  };
  return async (integrationId: string, request: RequestFacts): Promise<Response> => {
    const integration = await deps.integrations.find(integrationId);
    if (integration === undefined) {
      throw notFound('integration_not_found', { message: 'There is no such integration' });
    }
    if (isPing(integration, request)) return responseOf('pong', null, null);
    const { brandId, platform, sealedSecret } = integration;
    const secret = deps.cipher.decrypt(sealedSecret, `${brandId} ${integrationId}`);
    const { isSigned, signatureHeader } = platforms[platform];
    const signature = headerOf(request.headers, signatureHeader);
    const signed = { secret, rawBody: request.rawBody, signature, now: deps.clock.now() };
    if (!isSigned(signed)) {
      throw unauthenticated('invalid_signature', { message: 'The signature is not right' });
    }
    try {
      return await applyRequest(integration, request);
    } catch (error) {
      // A repetition would fail again, and platforms disable webhooks that are refused.
      if (!isPermanent(error)) throw error;
      await recordIntegrationError(deps, integration, error);
      return responseOf('failed', null, error.code);
    }
  };
};

const header = (description: string, example: string) =>
  z
    .string()
    .optional()
    .describe(description)
    .meta({ examples: [example] });
const SIGNATURE = 'X3C/GKCGAHAWblSLBK7Ogw3POipr6kF1W2zd+vEKzjw=';
const signed = 'base64 HMAC-SHA256 of the body’s bytes, keyed with the secret of the integration';
const shopHeaders = z.object({
  'X-Shopify-Topic': header('Of Shopify: what happened', 'orders/create'),
  'X-Shopify-Hmac-Sha256': header(`Of Shopify: ${signed}`, SIGNATURE),
  'X-WC-Webhook-Topic': header('Of WooCommerce: what happened', 'order.created'),
  'X-WC-Webhook-Signature': header(`Of WooCommerce: ${signed}`, SIGNATURE),
});

export const receiveShopWebhookRoute = (deps: Deps) => {
  const receive = receiveShopWebhook(deps);
  return route({
    operationId: 'receiveShopWebhook',
    method: 'post',
    path: '/api/integrations/:integration_id/orders',
    summary: 'Receive an order webhook of a connected shop',
    description:
      'Shopify: topics orders/create, orders/updated, orders/paid, orders/cancelled, refunds/create, signed in ' +
      '`X-Shopify-Hmac-Sha256`. WooCommerce: order.created, order.updated, order.deleted, order.restored, signed ' +
      'in `X-WC-Webhook-Signature`. The click is found by a note attribute or meta field `click_id`, else ' +
      '`tracking_code`; orders without either are ignored. Stripe: checkout.session.completed, ' +
      'checkout.session.async_payment_succeeded, invoice.paid, invoice_payment.paid, charge.refunded and ' +
      'charge.dispute.created, signed in ' +
      '`Stripe-Signature`; the click is the `client_reference_id`, or in the metadata, and renewals are credited to the ' +
      'affiliate of the customer’s first payment.',
    deadline: REPORT_TERMS,
    allow: 'public',
    unaudited: 'a shop’s signed report is no act of a member',
    params: z.object({ integration_id: uuidInput }),
    headers: shopHeaders,
    rawBody: true,
    anyQuery: true,
    bodyLimit: TRACKING_BODY_LIMIT,
    response,
    errors: {
      integration_not_found: 'There is no such integration',
      invalid_signature: '401',
    },
    handle: ({ params, request }) => receive(params.integration_id, request),
  });
};
