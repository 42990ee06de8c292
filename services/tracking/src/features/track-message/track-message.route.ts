import { invalid, notFound } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { plainText } from '../../domain/plain-text.ts';
import { messageSignedTexts } from '../../domain/signed-text.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { type RateLimitUsage } from '../../workflows/call-guard.ts';
import { literalsOf, trackingRoute } from '../../workflows/tracking-route.ts';
import { recordedBody, recordedResponse } from '../../workflows/order-fields.ts';
import {
  recordConversion,
  type RecordDeps,
  touchOfLink,
} from '../../workflows/record-conversion.ts';
import {
  admitContact,
  type ContactDeps,
  contactOrder,
  type LinkTouch,
  requireExactlyOne,
} from '../../workflows/admit-contact.ts';

const body = z.object({
  click_id: z.uuid().optional(),
  // Without dots, so that the signed text is unambiguous.
  tracking_code: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Must be a tracking code')
    .optional(),
  transaction_id: plainText(240).describe('The message’s id'),
  conversation_id: plainText(240).describe('Each conversation counts once'),
  signature: z.string().max(256).optional(),
  ...consentFields,
});
type Body = z.output<typeof body>;

type MessageDeps = ContactDeps & RecordDeps;

async function findByCode(deps: MessageDeps, trackingCode: string): Promise<LinkTouch | undefined> {
  const found = await deps.directory.find(trackingCode);
  if (found === undefined) return undefined;
  const { link, campaign } = found;
  return { link, touch: await touchOfLink(deps, link, campaign) };
}

const trackMessage = (deps: MessageDeps) => {
  const record = recordConversion(deps);
  return async (call: Body, request: RequestFacts, usage: RateLimitUsage) => {
    requireExactlyOne(call, ['click_id', 'tracking_code']);
    literalsOf(request);
    const { tracking_code: code = '', transaction_id: transactionId } = call;
    const credit = await admitContact(
      deps,
      {
        clickId: call.click_id,
        texts: messageSignedTexts({ touch: call.click_id ?? code, transactionId }),
        signature: call.signature,
        request,
        findLink: () => findByCode(deps, code),
        linkNotFound: () =>
          notFound('tracking_code_not_found', { message: 'There is no such tracking code' }),
      },
      usage,
    );
    const { campaign } = credit;
    if (campaign.type !== 'direct_messaging') {
      throw invalid('not_a_messaging_campaign', {
        message: 'The campaign does not pay for conversations',
      });
    }
    const order = contactOrder(campaign, {
      source: 'message',
      // The prefix separates conversation ids from the shop's order ids.
      orderId: `conversation:${call.conversation_id}`,
      transactionId: `message:${transactionId}`,
      customerId: null,
      convertedAt: deps.clock.now(),
      stated: consentOfCall(call, deps.config.TCF_VENDOR_ID),
    });
    const conversionId = await record(order, credit);
    return { status: 201, body: recordedBody(conversionId) };
  };
};

export const trackMessageRoute = (deps: Deps) => {
  const track = trackMessage(deps);
  return trackingRoute(deps.guard, {
    operationId: 'trackMessage',
    path: '/api/track/message',
    summary: 'Report a conversation of a direct-messaging campaign',
    description:
      'Signed like a direct conversion, over `(click_id or tracking_code).transaction_id`. Each ' +
      'conversation counts once, whichever of its messages is reported. Its order id is ' +
      '`conversation:<conversation_id>`.',
    status: 201,
    body,
    response: recordedResponse,
    errors: {
      click_not_found: 'There is no click with this id',
      tracking_code_not_found: 'There is no such tracking code',
      not_a_messaging_campaign: 'The campaign does not pay for conversations',
      duplicate_order: '409 with conversion_id and status of the conversation',
      campaign_not_active: 'The campaign is a draft or archived',
      missing_signature: '401',
      invalid_signature: '401',
      rate_limit_exceeded: '429',
    },
    handle: ({ call, request }, usage) => track(call, request, usage),
  });
};
