import { type Schemas } from '@tributary/sdk';
import { type Call, type Command, textOf } from '../command.ts';
import { fields } from '../table.ts';

const createSecret = async ({ client, print }: Call): Promise<void> => {
  const made = await client().trackingSecrets.create({});
  print(made, () => fields(made));
};

type Plan = Schemas['UpdateUserPlanRequest']['plan'];

/** What was seen of a shop, or that nothing was. */
const seen = (what: object | null): string =>
  what === null ? 'not seen yet' : JSON.stringify(what);

async function check(call: Call): Promise<void> {
  const campaign = textOf(call, 'campaign');
  const query = campaign === undefined ? {} : { campaign_id: campaign };
  const { data } = await call.client().tracking.checkInstall(query);
  call.print(data, () =>
    [
      `first click  ${seen(data.first_click)}`,
      `first order  ${seen(data.first_order)}`,
      data.is_complete ? 'The shop is connected' : 'Follow a tracking link, and place an order',
    ].join('\n'),
  );
}

async function setPlan(call: Call): Promise<void> {
  const [account = '', plan = ''] = call.args;
  // The platform refuses plans that it does not know, and lists them.
  const changed = await call.client().users.updatePlan(account, { plan: plan as Plan });
  call.print(changed, () => `${changed.email}: ${changed.plan}`);
}

export const setUpCommands: readonly Command[] = [
  {
    name: 'secrets create',
    summary: 'Make a secret that signs the orders of a brand; the answer has it, once',
    run: createSecret,
  },
  {
    name: 'check',
    summary: 'Whether the first click and the first order of a brand’s shop have arrived',
    options: { campaign: { type: 'string', value: 'ID', summary: 'Of this campaign alone' } },
    run: check,
  },
  {
    name: 'plan set',
    summary: 'Move an account to a plan, as an operator: free, pro, …',
    args: ['ACCOUNT', 'PLAN'],
    run: setPlan,
  },
];
