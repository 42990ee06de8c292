import { eventually } from '@tributary/testing';
import { signInAgain, type Stage, type Story } from '../stage.ts';

/** Raises the plan of everybody to Pro, which counts from the next sign-in on. */
async function raisePlans({ client, brand, affiliate, names }: Stage): Promise<void> {
  const token = await client.admin();
  for (const [visitor, email] of [
    [brand, names.brandEmail],
    [affiliate, names.affiliateEmail],
  ] as const) {
    const { id } = await visitor.get('/api/auth/me');
    await client.must('PUT', `/api/admin/users/${id}/plan`, { token, body: { plan: 'pro' } });
    await signInAgain(visitor, email);
  }
}

/** Programs and people that are connected to an account. */
export const connectionStories: readonly Story[] = [
  {
    title: 'states which plan webhooks need, and offers them once the account has it',
    run: async (stage) => {
      await stage.brand.visit('/webhooks');
      await stage.brand.reads('Your plan does not include this');
      await raisePlans(stage);
      await stage.brand.visit('/webhooks');
      await stage.brand.reads('No endpoint yet');
    },
  },
  {
    title: 'creates a webhook endpoint, and shows its secret once',
    run: async ({ brand }) => {
      await brand.press('button', 'New endpoint');
      await brand.fill('Address', 'https://hooks.example.com/tributary');
      await brand.press('button', 'Create the endpoint');
      await brand.reads('It is not shown again.');
      await brand.press('button', 'I have stored it');
      await brand.reads('https://hooks.example.com/tributary');
    },
  },
  {
    title: 'sends a sample to an endpoint, and shows its attempts in the log',
    run: async ({ brand }) => {
      await brand.openRow();
      await brand.sees('region', 'Delivery log');
      await brand.press('button', 'Send a sample');
      await brand.press('button', 'Send it');
      await brand.press('button', 'Close');
      await brand.openRow();
      await brand.sees('heading', 'What is sent');
      await brand.press('button', 'Send again');
      await brand.reads('The message is sent again');
    },
  },
  {
    title: 'pauses a webhook endpoint and replaces its secret',
    run: async ({ brand }) => {
      await brand.visit('/webhooks');
      await brand.openRow();
      await brand.press('button', 'Pause');
      await brand.reads('The endpoint is paused');
      await brand.press('button', 'Replace the signing secret');
      await brand.press('button', 'Replace');
      await brand.sees('heading', 'New signing secret');
      await brand.press('button', 'I have stored it');
    },
  },
  {
    title: 'creates an API key with rights, shows it once, and deletes it',
    run: async ({ brand }) => {
      await brand.visit('/developers');
      await brand.press('button', 'New key');
      await brand.fill('Name', 'Warehouse');
      await brand.page.getByRole('checkbox', { name: 'Read' }).first().check();
      await brand.press('button', 'Create the key');
      await brand.press('button', 'I have stored it');
      await brand.press('button', 'Delete the key Warehouse');
      await brand.press('button', 'Delete');
      await brand.reads('The key ends at once');
    },
  },
  {
    title: 'logs the requests of a program by its key, and shows one',
    run: async ({ brand, client }) => {
      await brand.visit('/developers');
      await brand.press('button', 'New key');
      await brand.fill('Name', 'Dashboard');
      await brand.page.getByRole('checkbox', { name: 'Read' }).first().check();
      await brand.press('button', 'Create the key');
      const token = await brand.page.getByText(/^trk_/).innerText();
      await brand.press('button', 'I have stored it');
      await client.must('GET', '/api/brand/campaigns', { token });
      await client.call('GET', '/api/payouts/list', { token });
      await eventually(async () => {
        const { requests } = await brand.get('/api/auth/api-requests');
        return requests.length === 2;
      });
      await brand.visit('/developers?status=2xx');
      await brand.reads('GET /api/brand/campaigns');
      await brand.page.getByText('GET /api/brand/campaigns').click();
      await brand.reads('Bodies, headers, addresses');
    },
  },
  {
    title: 'invites a colleague to the team, and withdraws the invitation',
    run: async ({ brand, names }) => {
      const email = `colleague-${names.brandEmail}`;
      await brand.visit('/team');
      await brand.press('button', 'Invite a member');
      await brand.fill('E-mail address', email);
      await brand.choose('Role', 'Analyst');
      await brand.press('button', 'Send the invitation');
      await brand.press('button', `Withdraw the invitation of ${email}`);
      await brand.reads('The invitation was withdrawn');
    },
  },
  {
    title: 'keeps every change in the audit log',
    run: async ({ brand }) => {
      await brand.visit('/audit');
      await brand.reads('Create api key');
      await brand.openRow();
      await brand.reads('Outcome');
    },
  },
  {
    title: 'sees the first click and the first order of a shop',
    run: async ({ brand }) => {
      await brand.visit('/tracking');
      await brand.reads('We saw your first click');
      await brand.reads('We saw your first order');
      await brand.reads('Healthy');
    },
  },
  {
    title: 'previews a postback with its macros filled in, and creates it',
    run: async ({ affiliate }) => {
      await affiliate.visit('/postbacks');
      await affiliate.find('button', 'New postback').click();
      await affiliate.fill('Address', 'https://tracker.example.com/?cid={click_id}&sum={amount}');
      await affiliate.press('button', 'Preview');
      await affiliate.reads(/GET https:\/\/tracker\.example\.com\/\?cid=[^{]+&sum=/);
      await affiliate.press('button', 'Create the postback');
      await affiliate.press('button', 'I have stored it');
      await affiliate.reads('GET · conversion.tracked');
    },
  },
];
