import { type Schemas } from '@tributary/sdk';
import { type Call, type Command, textOf, UsageError } from '../command.ts';
import { fields, table, take } from '../table.ts';
import { LIMIT, limitOf } from './limits.ts';

async function list(call: Call): Promise<void> {
  const campaign = textOf(call, 'campaign');
  const query = campaign === undefined ? {} : { campaign_id: campaign };
  const found = await take(call.client().links.list(query), limitOf(call));
  call.print(found, () =>
    table(found, [
      ['ID', ({ id }) => id],
      ['URL', ({ url }) => url],
      ['LEADS TO', ({ destination_url }) => destination_url],
      ['ACTIVE', ({ active }) => (active ? 'yes' : 'no')],
    ]),
  );
}

/** `sub1=newsletter,sub2=may` as the API has it. @throws UsageError */
function subIdsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (pairs.some(({ length }) => length !== 2))
    throw new UsageError('--sub-ids must be like sub1=newsletter,sub2=may');
  return Object.fromEntries(pairs as [string, string][]);
}

async function create(call: Call): Promise<void> {
  const [campaign_id = ''] = call.args;
  const path = textOf(call, 'path');
  const subIds = subIdsOf(textOf(call, 'sub-ids'));
  const body: Schemas['CreateLinkRequest'] = {
    campaign_id,
    ...(path === undefined ? {} : { destination_path: path }),
    ...(subIds === undefined ? {} : { sub_ids: subIds }),
  };
  const link = await call.client().links.create(body);
  call.print(link, () => link.url);
}

const show = (call: Call, link: Schemas['Link']): void => call.print(link, () => fields(link));

const setActive = (active: boolean) => async (call: Call) =>
  show(call, await call.client().links.update(call.args[0] ?? '', { active }));

export const linkCommands: readonly Command[] = [
  {
    name: 'links list',
    summary: 'The links of an affiliate',
    options: {
      campaign: { type: 'string', value: 'ID', summary: 'Those of this campaign alone' },
      limit: LIMIT,
    },
    run: list,
  },
  {
    name: 'links get',
    summary: 'A link',
    args: ['LINK'],
    run: async (call) => show(call, await call.client().links.get(call.args[0] ?? '')),
  },
  {
    name: 'links create',
    summary: 'Make a tracking link for a campaign, and print its address',
    args: ['CAMPAIGN'],
    options: {
      path: { type: 'string', value: 'PATH', summary: 'Where it leads to below the landing page' },
      'sub-ids': { type: 'string', value: 'sub1=A,sub2=B', summary: 'What reports are grouped by' },
    },
    run: create,
  },
  { name: 'links stop', summary: 'Switch a link off', args: ['LINK'], run: setActive(false) },
  { name: 'links start', summary: 'Switch a link on again', args: ['LINK'], run: setActive(true) },
];
