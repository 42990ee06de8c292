import { type Schemas } from '@tributary/sdk';
import { type Call, type Command, textOf, UsageError } from '../command.ts';
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

/** Makes a campaign that pays affiliates a part of each order, and starts it. @throws UsageError */
async function create(call: Call): Promise<void> {
  const [name = ''] = call.args;
  const landingPage = textOf(call, 'landing-page');
  const percent = textOf(call, 'percent');
  if (landingPage === undefined || percent === undefined)
    throw new UsageError('Name what it needs: --landing-page URL --percent 10');
  const made = await call.client().campaigns.create({
    name,
    type: 'sale',
    status: 'active',
    landing_page_url: landingPage,
    commission: {
      type: 'percentage',
      value: Number(percent),
      currency: textOf(call, 'currency') ?? 'USD',
    },
    approval: { mode: call.options['review'] === true ? 'manual' : 'auto' },
  });
  call.print(made, () => made.id);
}

async function join(call: Call): Promise<void> {
  const application = await call.client().campaigns.apply(call.args[0] ?? '', {});
  call.print(application, () => application.status);
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
  {
    name: 'campaigns create',
    summary: 'Start a campaign that pays a part of each order, and print its id',
    args: ['NAME'],
    options: {
      'landing-page': { type: 'string', value: 'URL', summary: 'Where its links lead to' },
      percent: { type: 'string', value: 'NUMBER', summary: 'What an affiliate earns of an order' },
      currency: { type: 'string', value: 'CODE', summary: 'Of what is paid; USD by default' },
      review: { type: 'boolean', summary: 'Affiliates wait for the brand’s approval' },
    },
    run: create,
  },
  {
    name: 'campaigns join',
    summary: 'Apply to a campaign as an affiliate, and print the state of the application',
    args: ['CAMPAIGN'],
    run: join,
  },
];
