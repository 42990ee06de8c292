import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { previewInvitation } from './preview-invitation.ts';

export const previewInvitationRoute = (deps: Deps) => {
  const preview = previewInvitation(deps);
  return route({
    operationId: 'previewInvitation',
    method: 'post',
    path: '/api/notifications/invitation-preview',
    summary: 'The mail that an invitation to a campaign would send',
    description:
      'Sends nothing. The text is the one of the mail to a person without an account, in your language; the ' +
      'tokens of its links are left out.',
    allow: ['brand'],
    permission: 'campaigns:write',
    body: z.strictObject({
      campaign_id: z.uuid(),
      message: z.string().trim().max(2_000).nullish(),
    }),
    response: z.object({
      subject: z.string().meta({ examples: ['Northwind invites you to Spring sale'] }),
      text: z
        .string()
        .describe('The mail as plain text')
        .meta({ examples: ['Hello,\n\nNorthwind invites you to promote Spring sale. …'] }),
      html: z
        .string()
        .describe('The mail as HTML')
        .meta({ examples: ['<!doctype html><html lang="en">…</html>'] }),
      has_own_text: z
        .boolean()
        .describe(
          'Whether it has your names and message: false until your e-mail address is proved',
        )
        .meta({ examples: [true] }),
    }),
    errors: { campaign_not_found: 'You have no such campaign (404)' },
    handle: async ({ actor, body }) => {
      const { campaign_id: campaignId, message = null } = body;
      const { isProved, ...view } = await preview({ brandId: actor.id, campaignId, message });
      return { ...view, has_own_text: isProved };
    },
  });
};
