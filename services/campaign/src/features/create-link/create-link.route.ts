import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { linkResponse, linkView } from '../../views/link-view.ts';
import { createLink } from './create-link.ts';

const utmValue = z.string().trim().min(1).max(200).nullish();
const utm = z
  .strictObject({
    source: utmValue,
    medium: utmValue,
    campaign: utmValue,
    term: utmValue,
    content: utmValue,
  })
  .meta({ id: 'NewUtm', description: 'UTM parameters to add' });

/** Parameter names that the redirect sets. */
const RESERVED = /^(click_id|utm_.*)$/;
const subIds = z
  .record(
    z
      .string()
      .regex(/^[a-z0-9_]{1,32}$/, 'Names of sub ids are 1 to 32 of a-z, 0-9 and _')
      .refine((name) => !RESERVED.test(name), 'This name is reserved'),
    z.string().min(1).max(200),
  )
  .refine((given) => Object.keys(given).length <= 10, 'At most 10 sub ids');

export const createLinkRoute = (deps: Deps) =>
  route({
    operationId: 'createLink',
    method: 'post',
    path: '/api/affiliate/links',
    summary: 'Creates a tracking link',
    description:
      'The answer has its address. The parameters in `utm` and `sub_ids` are added to every visit.',
    allow: ['affiliate'],
    permission: 'campaigns:write',
    body: z.strictObject({
      campaign_id: z.uuid(),
      destination_path: z.string().min(1).max(2_048).nullish(),
      utm: utm.nullish(),
      sub_ids: subIds.nullish(),
    }),
    idempotent: true,
    status: 201,
    response: linkResponse,
    errors: {
      not_a_member: 'The caller is no member of the campaign (403)',
      not_found: 'There is no such campaign (404)',
      campaign_not_active: 'The campaign is not active (409)',
      no_free_code: 'No free tracking code was found; repeat the call (503)',
    },
    handle: async ({ body, actor }) => {
      const { source, medium, campaign, term, content } = body.utm ?? {};
      const link = await createLink(deps)({
        affiliateId: actor.id,
        campaignId: body.campaign_id,
        destinationPath: body.destination_path ?? null,
        utm: {
          source: source ?? null,
          medium: medium ?? null,
          campaign: campaign ?? null,
          term: term ?? null,
          content: content ?? null,
        },
        subIds: body.sub_ids ?? {},
      });
      return linkView(link, deps.config.publicUrl);
    },
  });
