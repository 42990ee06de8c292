import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { linkResponse, linkView } from '../../views/link-view.ts';
import { updateLink } from './update-link.ts';

export const updateLinkRoute = (deps: Deps) =>
  route({
    operationId: 'updateLink',
    method: 'put',
    path: '/api/affiliate/links/:link_id',
    summary: 'Activates or deactivates a tracking link',
    description: 'Clicks that were recorded before still convert.',
    allow: ['affiliate'],
    permission: 'campaigns:write',
    params: z.object({ link_id: z.uuid() }),
    body: z.strictObject({ active: z.boolean() }),
    response: linkResponse,
    errors: {
      not_a_member: 'Only members’ links can be activated (403)',
      campaign_not_active: 'The campaign is over (409)',
    },
    handle: async ({ params, body, actor }) => {
      const input = { linkId: params.link_id, affiliateId: actor.id, active: body.active };
      return linkView(await updateLink(deps)(input), deps.config.publicUrl);
    },
  });
