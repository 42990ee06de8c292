import { notFound } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { decideCallTerms } from '../../domain/call-terms.ts';
import { plainText } from '../../domain/plain-text.ts';
import { callSignedTexts } from '../../domain/signed-text.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { type RateLimitUsage } from '../../workflows/call-guard.ts';
import { literalsOf, trackingRoute } from '../../workflows/tracking-route.ts';
import {
  AmountReader,
  literalOf,
  readTimestamp,
  recordedBody,
  recordedResponse,
} from '../../workflows/order-fields.ts';
import { recordConversion, type RecordDeps } from '../../workflows/record-conversion.ts';
import {
  admitContact,
  type ContactDeps,
  contactOrder,
  type LinkTouch,
  requireExactlyOne,
} from '../../workflows/admit-contact.ts';

const body = z.object({
  click_id: z.uuid().optional(),
  tracking_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'Must be a number in E.164 form, +15551234567')
    .optional()
    .describe('The called number; it belongs to one link'),
  transaction_id: plainText(250).describe('The call’s id; the same id counts once'),
  duration_seconds: z.int().min(0).max(DAY_SECONDS),
  caller_hash: plainText(255).optional().describe('Identifies the caller; not the number itself'),
  started_at: z.iso.datetime({ offset: true }).optional(),
  signature: z.string().max(256).optional(),
  ...consentFields,
});
type Body = z.output<typeof body>;

type CallDeps = ContactDeps & RecordDeps;

/** The touch by a link's number, independent of the latest click. */
async function findByNumber(
  { directory }: CallDeps,
  trackingNumber: string,
): Promise<LinkTouch | undefined> {
  const link = await directory.findByNumber(trackingNumber);
  if (link === undefined) return undefined;
  const { linkId, affiliateId } = link;
  return { link, touch: { kind: 'link', linkId, affiliateId } };
}

/** The signed digits. Other JSON forms of a whole number are refused. */
function durationOf(request: RequestFacts, amounts: AmountReader): string {
  const text = literalOf(literalsOf(request), 'duration_seconds');
  if (!/^\d{1,5}$/.test(text)) amounts.addIssue('duration_seconds', 'Must be written in digits');
  return text;
}

const trackCall = (deps: CallDeps) => {
  const record = recordConversion(deps);
  return async (call: Body, request: RequestFacts, usage: RateLimitUsage) => {
    requireExactlyOne(call, ['click_id', 'tracking_number']);
    const { tracking_number: number = '' } = call;
    const amounts = new AmountReader('USD');
    const duration = durationOf(request, amounts);
    const convertedAt = readTimestamp(call.started_at, deps.clock.now(), amounts, 'started_at');
    amounts.requireValid();
    const credit = await admitContact(
      deps,
      {
        clickId: call.click_id,
        texts: callSignedTexts({
          touch: call.click_id ?? number,
          transactionId: call.transaction_id,
          duration,
        }),
        signature: call.signature,
        request,
        findLink: () => findByNumber(deps, number),
        linkNotFound: () =>
          notFound('tracking_number_not_found', { message: 'There is no such number' }),
      },
      usage,
    );
    const { campaign } = credit;
    const order = contactOrder(campaign, {
      source: 'call',
      // The prefix separates call ids from the shop's order ids.
      orderId: `call:${call.transaction_id}`,
      transactionId: null,
      customerId: call.caller_hash ?? null,
      convertedAt,
      stated: consentOfCall(call, deps.config.TCF_VENDOR_ID),
    });
    const terms = decideCallTerms(campaign, call.duration_seconds);
    const conversionId = await record(order, { ...credit, ...terms });
    return { status: 201, body: recordedBody(conversionId) };
  };
};

export const trackCallRoute = (deps: Deps) => {
  const track = trackCall(deps);
  return trackingRoute(deps.guard, {
    operationId: 'trackCall',
    path: '/api/track/call',
    summary: 'Report a telephone call',
    description:
      'Signed like a direct conversion, over `(click_id or tracking_number).transaction_id.duration_seconds`. ' +
      'Pays by the campaign’s call settings: per call, or per started minute. A call below the minimum ' +
      'duration is recorded and pays nothing. Its order id is `call:<transaction_id>`.',
    status: 201,
    body,
    response: recordedResponse,
    errors: {
      click_not_found: 'There is no click with this id',
      tracking_number_not_found: 'There is no link with this number',
      not_a_call_campaign: 'The campaign does not pay for calls',
      duplicate_order: '409 with conversion_id and status of the earlier call',
      campaign_not_active: 'The campaign is a draft or archived',
      missing_signature: '401',
      invalid_signature: '401',
      rate_limit_exceeded: '429',
    },
    handle: ({ call, request }, usage) => track(call, request, usage),
  });
};
