import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { follow, post } from '../../client.ts';
import { register, type Stage, type Story } from '../stage.ts';

/** A click on the affiliate's newest link, and an order by it, which is judged when this returns. */
export async function orderThroughLink(
  { client, affiliate, brand }: Stage,
  value: string,
): Promise<void> {
  const { links } = await affiliate.get('/api/affiliate/links?per_page=1');
  const click = await follow(client, links[0].tracking_code);
  const id = await post(client, click, `order-${randomUUID()}`, value);
  await eventually(async () => {
    const { data } = await brand.get(`/api/brand/conversions/${id}`);
    return typeof data.fraud_score === 'number';
  });
}

/** From the first visit to a campaign, an application, an order and its review. */
export const firstStories: readonly Story[] = [
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
      const account = { name: names.brand, email: names.brandEmail };
      await register(brand, { role: /^a brand$/, ...account });
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
      await affiliate.press('button', 'Create a link');
      await affiliate.fill('Page of the shop', '/sale');
      await affiliate.press('button', 'Create the link');
      await affiliate.reads('The link was created');
      await affiliate.openRow();
      await affiliate.sees('img', 'QR code of your link');
      await affiliate.visit('/');
      await affiliate.sees('img', 'QR code of your link');
    },
  },
  {
    title: 'explains an order to the brand, who approves it by a key',
    run: async (stage) => {
      const { brand } = stage;
      await orderThroughLink(stage, '120.00');
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
];
