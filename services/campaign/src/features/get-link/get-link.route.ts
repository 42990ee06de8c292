import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { linkResponse, linkView } from '../../views/link-view.ts';

export const getLinkRoute = ({ links, campaignLists, config }: Deps) =>
  route({
    operationId: 'getLink',
    method: 'get',
    path: '/api/affiliate/links/:link_id',
    summary: 'A tracking link of the caller',
    description: 'A link of a campaign that is completed or archived is inactive.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    params: z.object({ link_id: z.uuid() }),
    response: linkResponse,
    handle: async ({ params, actor }) => {
      const link = await links.getOwn(params.link_id, actor.id);
      const over = await campaignLists.listOver([link.campaignId]);
      return linkView({ ...link, active: link.active && over.size === 0 }, config.publicUrl);
    },
  });
