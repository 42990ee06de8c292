import { pageQuery, paginationOf, paginationSchema, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { type NumberRow } from '../../store/models.ts';
import { addNumbers, removeNumber } from './create-tracking-numbers.ts';

const PATH = '/api/brand/campaigns/:campaign_id/numbers';
const MAX_AT_ONCE = 500;

const number = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'Must be a number in E.164 form, +15551234567');
const params = z.object({ campaign_id: z.uuid() });
const numberResponse = z.object({
  number: z.string(),
  link_id: z.uuid().nullable().describe('The link it is given to; null while it is free'),
  created_at: z.iso.datetime(),
});

const numberView = ({ _id, linkId, createdAt }: NumberRow): z.output<typeof numberResponse> => ({
  number: _id,
  link_id: linkId,
  created_at: createdAt.toISOString(),
});

export const addNumbersRoute = (deps: Deps) => {
  const add = addNumbers(deps);
  return route({
    method: 'post',
    path: PATH,
    summary: 'Gives a call campaign telephone numbers',
    description:
      'Each link of the campaign is given one of its own, by which calls are told apart.',
    allow: ['brand'],
    scope: 'campaigns:write',
    idempotent: true,
    status: 201,
    params,
    body: z.strictObject({ numbers: z.array(number).min(1).max(MAX_AT_ONCE) }),
    response: z.object({ numbers: z.array(numberResponse) }),
    errors: {
      not_a_call_campaign: 'Only campaigns of type call have numbers',
      number_taken: '409: a number is in use already',
    },
    handle: async ({ params: { campaign_id: campaignId }, body, actor }) => {
      const rows = await add({ campaignId, brandId: actor.id, numbers: body.numbers });
      return { numbers: rows.map(numberView) };
    },
  });
};

export const listNumbersRoute = ({ campaigns, numbers }: Deps) =>
  route({
    method: 'get',
    path: PATH,
    summary: 'A call campaign’s telephone numbers, newest first',
    allow: ['brand'],
    scope: 'campaigns:read',
    params,
    query: z.strictObject(pageQuery({ defaultSize: 50, maxSize: 100 })),
    response: z.object({ numbers: z.array(numberResponse), pagination: paginationSchema }),
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await campaigns.getOwn(campaignId, actor.id);
      const { page, per_page: perPage } = query;
      const which = { skip: (page - 1) * perPage, limit: perPage };
      const found = await numbers.list(campaignId, which);
      return {
        numbers: found.numbers.map(numberView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });

export const removeNumberRoute = (deps: Deps) => {
  const remove = removeNumber(deps);
  return route({
    method: 'delete',
    path: `${PATH}/:number`,
    summary: 'Takes a telephone number back',
    allow: ['brand'],
    scope: 'campaigns:write',
    params: params.extend({ number }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { campaign_id: campaignId, number: taken }, actor }) => {
      await remove({ campaignId, brandId: actor.id, number: taken });
      return { success: true, message: 'The number is taken back' };
    },
  });
};
