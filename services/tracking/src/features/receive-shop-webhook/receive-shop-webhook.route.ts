import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IntegrationPlatform } from '@tributary/contracts';
import { type AppError, invalid, isAppError, notFound, unauthenticated } from '@tributary/errors';
import { type RequestFacts, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { readShopifyMessage } from '../../domain/shopify.ts';
import { parseStoreJson, type StoreMessage } from '../../domain/shop-order.ts';
import { headerOf } from '../../domain/visit.ts';
import { readWooMessage } from '../../domain/woocommerce.ts';
import { TRACKING_BODY_LIMIT } from '../../workflows/tracking-route.ts';
import { noteStoreError, noteStoreWorks } from '../../workflows/integration-state.ts';
import { type StoreOutcome, takeStoreMessage } from '../../workflows/apply-shop-webhook.ts';
import { type IntegrationDocument } from '../../store/models.ts';

interface Platform {
  readonly topicHeader: string;
  readonly signatureHeader: string;
  readonly read: (topic: string, payload: unknown) => StoreMessage;
}

const platforms: Readonly<Record<IntegrationPlatform, Platform>> = {
  shopify: {
    topicHeader: 'x-shopify-topic',
    signatureHeader: 'x-shopify-hmac-sha256',
    read: readShopifyMessage,
  },
  woocommerce: {
    topicHeader: 'x-wc-webhook-topic',
    signatureHeader: 'x-wc-webhook-signature',
    read: readWooMessage,
  },
};

/** Base64 HMAC-SHA256 of the body's bytes, as both platforms sign; compared in constant time. */
function isSigned(secret: string, rawBody: string, given: string | undefined): boolean {
  const expected = createHmac('sha256', secret).update(rawBody, 'utf8').digest('base64');
  const presented = Buffer.from(given ?? '');
  return presented.length === expected.length && timingSafeEqual(presented, Buffer.from(expected));
}

const response = z.object({
  success: z.literal(true),
  data: z.object({
    status: z.enum(['recorded', 'duplicate', 'adjusted', 'reversed', 'ignored', 'failed', 'pong']),
    conversion_id: z.uuid().nullable(),
    reason: z.string().nullable(),
  }),
});
type Answer = z.output<typeof response>;

const answer = (
  status: Answer['data']['status'],
  conversionId: string | null,
  reason: string | null,
): Answer => ({ success: true, data: { status, conversion_id: conversionId, reason } });

/** @throws invalid payload_malformed */
function readMessage(store: IntegrationDocument, request: RequestFacts): StoreMessage {
  const { read, topicHeader } = platforms[store.platform];
  try {
    return read(headerOf(request.headers, topicHeader) ?? '', parseStoreJson(request.rawBody));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw invalid('payload_malformed', { message: 'The store’s message does not fit its topic' });
    }
    throw error;
  }
}

/** WooCommerce tries a new address with this, unsigned. */
const isPing = (store: IntegrationDocument, { rawBody }: RequestFacts): boolean =>
  store.platform === 'woocommerce' && /^webhook_id=\d{1,20}$/.test(rawBody);

const isForGood = (error: unknown): error is AppError =>
  isAppError(error) && (error.kind === 'invalid' || error.kind === 'conflict');

const take = (deps: Deps) => {
  const takeMessage = takeStoreMessage(deps);
  const outcomeOf = async (store: IntegrationDocument, request: RequestFacts) => {
    const outcome: StoreOutcome = await takeMessage(store, readMessage(store, request));
    await noteStoreWorks(deps, store);
    return answer(outcome.status, outcome.conversionId, outcome.reason ?? null);
  };
  return async (integrationId: string, request: RequestFacts): Promise<Answer> => {
    const store = await deps.integrations.find(integrationId);
    if (store === undefined) {
      throw notFound('integration_not_found', { message: 'There is no such integration' });
    }
    if (isPing(store, request)) return answer('pong', null, null);
    const secret = deps.seal.open(store.sealedSecret, `${store.brandId} ${store._id}`);
    const { signatureHeader } = platforms[store.platform];
    if (!isSigned(secret, request.rawBody, headerOf(request.headers, signatureHeader))) {
      throw unauthenticated('invalid_signature', { message: 'The signature is not right' });
    }
    try {
      return await outcomeOf(store, request);
    } catch (error) {
      // Sending it again would not help, and platforms give up stores whose messages are refused.
      if (!isForGood(error)) throw error;
      await noteStoreError(deps, store, error);
      return answer('failed', null, error.code);
    }
  };
};

export const takeStoreOrdersRoute = (deps: Deps) => {
  const takeOrders = take(deps);
  return route({
    method: 'post',
    path: '/api/integrations/:integration_id/orders',
    summary: 'Where a connected store sends its order webhooks',
    description:
      'Shopify: topics orders/create, orders/updated, orders/paid, orders/cancelled, refunds/create, signed in ' +
      '`X-Shopify-Hmac-Sha256`. WooCommerce: order.created, order.updated, order.deleted, order.restored, signed ' +
      'in `X-WC-Webhook-Signature`. The click is found by a note attribute or meta field `click_id`, else ' +
      '`tracking_code`; orders without either are ignored.',
    allow: 'public',
    params: z.object({ integration_id: givenId }),
    rawBody: true,
    anyQuery: true,
    bodyLimit: TRACKING_BODY_LIMIT,
    response,
    errors: {
      integration_not_found: 'There is no such integration',
      invalid_signature: '401',
    },
    handle: ({ params, request }) => deps.answerInTime(takeOrders(params.integration_id, request)),
  });
};
