import { type Schemas } from '@tributary/sdk';
import { type Call, type Command, textOf } from '../command.ts';
import { byRole } from '../roles.ts';
import { fields, table, take } from '../table.ts';
import { LIMIT, limitOf } from './limits.ts';

type Status = Schemas['CampaignStatus'];
type Shown = Schemas['Campaign'] | Schemas['Offer'];

async function list(call: Call): Promise<void> {
  const { campaigns, offers } = call.client();
  const limit = limitOf(call);
  const status = textOf(call, 'status') as Status | undefined;
  const found = await byRole<Shown[]>(call, {
    affiliate: () => take(offers.list(), limit),
    brand: () => take(campaigns.list(status === undefined ? {} : { status }), limit),
  });
  call.print(found, () =>
    table(found, [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['BRAND', ({ brand_name }) => brand_name],
      ['TYPE', ({ type }) => type],
      ['STATUS', (one) => one.status],
      ['LANDING PAGE', ({ landing_page_url }) => landing_page_url],
    ]),
  );
}

async function get(call: Call): Promise<void> {
  const { campaigns, offers } = call.client();
  const [id = ''] = call.args;
  const found = await byRole<Shown>(call, {
    affiliate: () => offers.get(id),
    brand: () => campaigns.get(id),
  });
  call.print(found, () => fields(found));
}

export const campaignCommands: readonly Command[] = [
  {
    name: 'campaigns list',
    summary: 'The campaigns of the brand, or those that an affiliate can see',
    options: {
      status: { type: 'string', value: 'STATUS', summary: 'Those of a brand in this state alone' },
      limit: LIMIT,
    },
    run: list,
  },
  { name: 'campaigns get', summary: 'A campaign', args: ['CAMPAIGN'], run: get },
];
