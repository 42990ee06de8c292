import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { invitationResponse, invitationView } from '../../views/invitation-view.ts';
import { invitationToken } from '../../workflows/invitation-token.ts';
import { inviteAffiliate } from './invite-affiliate.ts';

const body = z
  .strictObject({
    affiliate_id: z.uuid().optional(),
    email: z.email().max(254).toLowerCase().optional(),
    message: z.string().trim().max(2_000).nullish(),
  })
  .refine(({ affiliate_id: id, email }) => (id === undefined) !== (email === undefined), {
    path: ['affiliate_id'],
    message: 'Give either affiliate_id or email',
  });

export const inviteAffiliateRoute = (deps: Deps) =>
  route({
    operationId: 'inviteAffiliate',
    method: 'post',
    path: '/api/brand/campaigns/:campaign_id/invitations',
    summary: 'Invites an affiliate, whose application is then approved at once',
    description:
      'The `token` of the response is signed, valid for 30 days and works once; its recipient may join by it under another e-mail address too. An invitation to a draft is mailed once the campaign starts (`waits_for_start`), with a token of 30 days from then on. A brand may invite 200 addresses a day (429 `rate_limit_exceeded` with Retry-After).',
    allow: ['brand'],
    limits: ['RATE_LIMIT_INVITATIONS_PER_DAY'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body,
    idempotent: true,
    status: 201,
    response: invitationResponse,
    errors: {
      affiliate_not_found: 'There is no such affiliate (404)',
      already_invited: 'The affiliate has been invited already (409)',
      already_member: 'The affiliate has joined already (409)',
      campaign_not_active: 'The campaign is over (409)',
    },
    handle: async ({ params, body: invited, actor }) => {
      const { affiliate_id: affiliateId = null, email = null, message = null } = invited;
      const input = {
        campaignId: params.campaign_id,
        brandId: actor.id,
        affiliateId,
        email,
        message,
      };
      const invitation = await inviteAffiliate(deps)(input);
      return invitationView(invitation, invitationToken(invitation));
    },
  });
