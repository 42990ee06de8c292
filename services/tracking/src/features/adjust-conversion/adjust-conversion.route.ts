import { postbackSources } from '@tributary/contracts';
import { invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { isDenied } from '../../domain/consent.ts';
import { type Conversion } from '../../domain/conversion.ts';
import { jsonObject, jsonText, plainText } from '../../domain/plain-text.ts';
import { brandAdjustmentTexts, platformAdjustmentTexts } from '../../domain/signed-text.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { keySourceOf, type RateLimitUsage } from '../../workflows/call-guard.ts';
import { literalsOf, signatureOf, trackingRoute } from '../../workflows/tracking-route.ts';
import { optionalCurrency, decimal } from '../../workflows/order-fields.ts';
import {
  type Adjusted,
  adjustConversion,
  requireOneOrder,
} from '../../workflows/adjust-conversion.ts';

const body = z.object({
  original_order_id: plainText(255),
  adjustment_type: z.enum(['refund', 'chargeback', 'partial_refund']),
  adjustment_amount: decimal.optional().describe('Of a partial refund, in the order’s currency'),
  refund_id: plainText(255).optional().describe('The same id is applied once'),
  metadata: jsonObject().optional(),
  currency: optionalCurrency,
  campaign_id: uuidInput.optional().describe('Which order, where several brands have this id'),
  brand_id: uuidInput.optional().describe('Which order, where several brands have this id'),
  signature: z.string().max(256).optional(),
  ...consentFields,
});
type Body = z.output<typeof body>;

const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      status: z.enum(['reversed', 'adjusted']),
      order_id: z.string(),
      reversed_commissions: z.int(),
      adjusted_commissions: z.int(),
    })
    .meta({ id: 'Adjustment', description: 'What a refund led to' }),
  message: z.string(),
});

function bodyOf({ conversion, adjustment, counts, isBooked }: Adjusted): z.output<typeof response> {
  const isPartial = adjustment.type === 'partial_refund';
  const done = isPartial ? 'The order is adjusted' : 'The order is reversed';
  const later = `${done}; its commissions follow in a moment, the counts are expected ones`;
  return {
    success: true,
    data: {
      status: isPartial ? 'adjusted' : 'reversed',
      order_id: conversion.orderId,
      reversed_commissions: counts.reversed,
      adjusted_commissions: counts.adjusted,
    },
    message: isBooked ? done : later,
  };
}

const AMOUNT = /^\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/i;

const anySource = ['direct', ...postbackSources] as const;

type AdjustmentDeps = Pick<Deps, 'clock' | 'conversions' | 'guard'>;

/** The free pairs of a refund, which may name the customer; without consent none. */
function metadataOf({ config }: Pick<Deps, 'config'>, call: Body, order: Conversion) {
  const { decision } = consentOfCall(call, config.TCF_VENDOR_ID);
  const isRefused = decision === 'denied' || isDenied(order.consent);
  return isRefused ? null : jsonText(call.metadata);
}

/** Finds the order and authorizes the call by the key of the order's own source. */
async function authorize(
  deps: AdjustmentDeps,
  call: Body,
  request: RequestFacts,
  usage: RateLimitUsage,
): Promise<{ order: Conversion; amountText: string | undefined }> {
  const amountText = literalsOf(request).text('adjustment_amount');
  // The number of decimals is checked later, because it depends on the order's currency.
  if (amountText !== undefined && !AMOUNT.test(amountText)) {
    throw invalidFields([{ path: 'adjustment_amount', message: 'Must be a decimal' }]);
  }
  const given = signatureOf(request, call);
  const { original_order_id: orderId, brand_id: brandId, campaign_id: campaignId } = call;
  deps.guard.checkAddressLimit({ ip: request.ip, given }, usage);
  const owner = {
    ...(brandId === undefined ? {} : { brandId }),
    ...(campaignId === undefined ? {} : { campaignId }),
  };
  const signed = {
    orderId,
    adjustmentType: call.adjustment_type,
    adjustmentAmount: amountText,
    refundId: call.refund_id,
  };
  const signature = {
    given,
    texts: platformAdjustmentTexts(signed, deps.clock.now()),
    brandTexts: brandAdjustmentTexts(signed),
  };
  const candidates = await findCandidates(deps, signature, { orderId, owner });
  const only = candidates.length === 1 ? candidates[0] : undefined;
  await deps.guard.authorize(
    {
      ...signature,
      ip: request.ip,
      brandId: only?.brandId,
      sources: only === undefined ? anySource : [keySourceOf(only.source)],
    },
    usage,
  );
  return { order: requireOneOrder(candidates), amountText };
}

interface NamedOrder {
  readonly orderId: string;
  readonly owner: { readonly brandId?: string; readonly campaignId?: string };
}

/**
 * Among the orders of several brands, those of the brands whose own secret made the signature, so that nobody
 * blocks another brand's refunds by reporting the same order id. Where there is no such brand: the only order, or some
 * of several.
 */
async function findCandidates(
  { conversions, guard }: AdjustmentDeps,
  signature: Parameters<AdjustmentDeps['guard']['findSigners']>[0],
  { orderId, owner }: NamedOrder,
): Promise<readonly Conversion[]> {
  const first = await conversions.listByOrder(orderId, owner);
  if (first.length < 2) return first;
  const signed: Conversion[] = [];
  for (let page = first; page.length > 0 && signed.length < 2;) {
    const brandIds = page.map(({ brandId }) => brandId);
    const signers = await guard.findSigners(signature, brandIds);
    signed.push(...page.filter(({ brandId }) => signers.has(brandId)));
    const isSigned = signature.given.kind === 'one';
    page = isSigned ? await conversions.listByOrder(orderId, owner, page.at(-1)?.id) : [];
  }
  return signed.length === 0 ? first : signed;
}

export const adjustConversionRoute = (deps: Deps) => {
  const adjust = adjustConversion(deps);
  return trackingRoute(deps.guard, {
    operationId: 'adjustConversion',
    path: '/api/track/adjustment',
    summary: 'Report a refund or chargeback',
    description:
      'Signed with lowercase hex HMAC-SHA256 over ' +
      '`original_order_id.adjustment_type.adjustment_amount.refund_id`, keyed with the secret of the order’s ' +
      'own source, or with the brand’s own where it has one. An absent amount is empty; without a ' +
      '`refund_id` the text ends after the amount. With a platform secret the text without the `refund_id` ' +
      'is accepted until June 2027 as well. A `refund_id` that begins with digits needs an amount with a ' +
      'decimal point, or a signature over its two-decimal form. Where several brands have this order id, ' +
      'the order is that of the brand whose own secret made the signature; with a platform secret name ' +
      '`brand_id` or `campaign_id`. A full refund or chargeback ' +
      'reverses the conversion and all its commissions; a partial refund scales the unpaid ones. A call with ' +
      'a known `refund_id`, or a partial refund without one of an amount that was refunded without one ' +
      'before, changes nothing: refunds of equal amounts need a `refund_id` each.',
    body,
    response,
    errors: {
      order_not_found: 'There is no such order',
      ambiguous_order: '409: several brands have an order of this id',
      ambiguous_signed_text:
        'The refund_id can be read as a part of the amount, or as another refund',
      invalid_adjustment_amount: 'No amount, or more than is left of the order',
      currency_mismatch: 'The order is in another currency',
      missing_signature: '401',
      invalid_signature: '401',
      rate_limit_exceeded: '429',
    },
    handle: async ({ call, request }, usage) => {
      const { order, amountText } = await authorize(deps, call, request, usage);
      const adjusted = await adjust(order, {
        type: call.adjustment_type,
        amountText,
        currency: call.currency,
        refundId: call.refund_id ?? null,
        metadataText: metadataOf(deps, call, order),
      });
      return { status: 200, body: bodyOf(adjusted) };
    },
  });
};
