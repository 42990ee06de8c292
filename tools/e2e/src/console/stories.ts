import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Browser } from 'playwright-core';
import { Client, follow, post } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { Visitor } from './visitor.ts';

const PASSWORD = 'a-long-password';

/** The people of the stories, each at a browser of their own, and what they have made so far. */
export interface Stage {
  readonly client: Client;
  readonly brand: Visitor;
  readonly affiliate: Visitor;
  readonly operator: Visitor;
  /** Names that no other run has. */
  readonly names: {
    readonly campaign: string;
    readonly brand: string;
    readonly affiliate: string;
    readonly affiliateEmail: string;
  };
}

export async function openStage(system: TestSystem, browser: Browser): Promise<Stage> {
  const client = new Client(system);
  const { servers } = await client.must('GET', '/openapi.json');
  const { origin } = new URL(servers[0].url);
  const open = (): Promise<Visitor> => Visitor.open(browser, origin);
  const mark = randomUUID().slice(0, 8);
  return {
    client,
    brand: await open(),
    affiliate: await open(),
    operator: await open(),
    names: {
      campaign: `Vinyl ${mark}`,
      brand: `Harbour ${mark}`,
      affiliate: `Ada ${mark}`,
      affiliateEmail: `ada-${mark}@example.com`,
    },
  };
}

export async function closeStage({ brand, affiliate, operator }: Stage): Promise<void> {
  await Promise.all([brand, affiliate, operator].map((one) => one.close()));
}

async function register(
  visitor: Visitor,
  account: { readonly role: RegExp; readonly name: string; readonly email: string },
): Promise<void> {
  await visitor.visit('/register');
  await visitor.page.getByText(account.role).first().click();
  await visitor.fill('Name', account.name);
  await visitor.fill('E-mail address', account.email);
  await visitor.fill('Password', PASSWORD);
  await visitor.press('button', 'Create account');
  await visitor.sees('heading', 'Overview');
}

/** A person does something and sees what becomes of it; each story goes on where the one before ended. */
export interface Story {
  readonly title: string;
  readonly run: (stage: Stage) => Promise<void>;
}

export const stories: readonly Story[] = [
  {
    title: 'leads a visitor of a page to the sign-in, which reports a wrong password',
    run: async ({ brand }) => {
      await brand.visit('/conversions');
      await brand.sees('heading', 'Sign in');
      await brand.fill('E-mail address', 'nobody@example.com');
      await brand.fill('Password', 'not-the-password');
      await brand.press('button', 'Sign in');
      await brand.reads('The e-mail address or the password is wrong.');
    },
  },
  {
    title: 'has rules in its forms that the API has',
    run: async ({ brand }) => {
      await brand.visit('/register');
      await brand.fill('Password', 'short');
      await brand.press('button', 'Create account');
      await brand.reads('Please fill this in');
    },
  },
  {
    title: 'registers a brand and shows its first steps',
    run: async ({ brand, names }) => {
      const email = `brand-${randomUUID()}@example.com`;
      await register(brand, { role: /^a brand$/, name: names.brand, email });
      await brand.sees('region', 'First steps');
    },
  },
  {
    title: 'lets the brand create a campaign by keyboard alone, and states its terms in a sentence',
    run: async ({ brand, names }) => {
      await brand.visit('/');
      await brand.keys('Control+k');
      await brand.sees('combobox', 'Name of a page or an action');
      await brand.page.keyboard.type('New campaign');
      await brand.keys('Enter');
      await brand.sees('heading', 'New campaign');
      await brand.find('textbox', 'Name').focus();
      await brand.type(names.campaign);
      await brand.page.keyboard.type('https://shop.example.com/');
      await brand.keys('Enter');
      await brand.reads('Pays 10% of each order within 30 days of a click');
      await brand.find('spinbutton', 'Days until it is payable').focus();
      await brand.keys('Control+a', '0', 'Enter');
      await brand.find('combobox', 'Who may join').waitFor();
      await brand.find('button', 'Create campaign').focus();
      await brand.keys('Enter');
      await brand.sees('heading', names.campaign);
    },
  },
  {
    title: 'registers an affiliate, who finds the campaign and applies',
    run: async ({ affiliate, names }) => {
      const account = { name: names.affiliate, email: names.affiliateEmail };
      await register(affiliate, { role: /^an affiliate$/, ...account });
      await affiliate.press('link', 'Campaigns');
      await affiliate.page.getByText(names.campaign).click();
      await affiliate.fill('How will you promote it?', 'I write about music.');
      await affiliate.press('button', 'Apply');
      await affiliate.reads('The brand is looking at your application.');
    },
  },
  {
    title: 'lets the brand accept the application by a key',
    run: async ({ brand, names }) => {
      await brand.visit('/applications');
      await brand.page.getByRole('row', { name: new RegExp(names.affiliate) }).focus();
      await brand.keys('a');
      await brand.reads('Accepted');
    },
  },
  {
    title: 'gives the affiliate a link, to copy and as a QR code',
    run: async ({ affiliate }) => {
      await affiliate.visit('/links');
      await affiliate.fill('Page of the shop', '/sale');
      await affiliate.press('button', 'Create a link');
      await affiliate.reads('The link was created');
      await affiliate.visit('/');
      await affiliate.sees('img', 'QR code of your link');
    },
  },
  {
    title: 'explains an order to the brand, who approves it by a key',
    run: async ({ client, affiliate, brand }) => {
      const url = (await affiliate.page.locator('code').first().textContent()) ?? '';
      const click = await follow(client, url.split('/').at(-1) ?? '');
      await post(client, click, `order-${randomUUID()}`, '120.00');
      await eventually(async () => {
        const { data } = await brand.get('/api/brand/conversions?status=pending');
        return typeof data.conversions[0]?.fraud_score === 'number';
      });
      await brand.visit('/conversions?status=pending');
      const row = brand.page.locator('tr[data-row="0"]');
      await row.focus();
      await brand.keys('Enter');
      await brand.reads('How suspicious it is');
      await brand.reads('Order of $120.00');
      await brand.keys('Escape');
      await row.focus();
      await brand.keys('a');
      await brand.reads('1 conversion approved');
    },
  },
  {
    title: 'shows the affiliate what was earned, and the way of a commission as a picture',
    run: async ({ affiliate }) => {
      await affiliate.visit('/earnings');
      await affiliate.page.locator('tr[data-row="0"]').click();
      await affiliate.sees('heading', 'Commission of $12.00');
      await affiliate.reads('Not paid yet');
    },
  },
  {
    title: 'shows the operator the services, the ledger and the users, of whom one is suspended',
    run: async ({ operator, names }) => {
      await operator.visit('/sign-in');
      await operator.fill('E-mail address', 'admin@example.com');
      await operator.fill('Password', 'admin-password-1');
      await operator.press('button', 'Sign in');
      await operator.sees('region', 'Services');
      await operator.visit('/ledger');
      await operator.reads('entries in');
      await operator.visit(`/users?q=${encodeURIComponent(names.affiliateEmail)}`);
      await operator.press('button', `Suspend ${names.affiliate}`);
      await operator.press('button', 'Suspend');
      await operator.reads('The account is suspended');
    },
  },
  {
    title: 'shows a broken panel, not a broken page, where a service is down',
    run: async ({ brand }) => {
      await brand.page.route('**/api/brand/reports**', (route) =>
        route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Down' } }),
      );
      await brand.visit('/');
      await brand.page.getByRole('alert').first().waitFor();
      await brand.sees('region', 'To do');
      await brand.page.unrouteAll();
    },
  },
];
