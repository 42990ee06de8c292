import { eventually } from '@tributary/testing';
import { mailedToken } from '../../mailed-token.ts';
import { signInAgain, type Stage, type Story } from '../stage.ts';

/** Opens the page of the brand's campaign, and waits for the parts below its figures. */
async function openCampaign({ brand, names }: Stage): Promise<void> {
  await brand.visit('/campaigns');
  await brand.page.getByText(names.campaign).first().click();
  await brand.sees('heading', names.campaign);
  await brand.sees('region', 'Attribution');
}

/** What a brand decides about a campaign and its affiliates once orders arrive. */
export const campaignStories: readonly Story[] = [
  {
    title: 'opens an affiliate from the list, and shows what they bring and in which campaign',
    run: async ({ brand, names }) => {
      await brand.visit('/affiliates');
      await brand.openRow();
      await brand.sees('heading', names.affiliate);
      await brand.sees('link', names.campaign);
      await brand.sees('region', 'Orders by state');
    },
  },
  {
    title: 'hides a column of the affiliates, and keeps it hidden',
    run: async ({ brand }) => {
      await brand.visit('/affiliates');
      await brand.sees('columnheader', 'Per click');
      await brand.press('button', 'Columns');
      await brand.page.getByRole('checkbox', { name: 'Per click' }).uncheck();
      await brand.visit('/affiliates');
      await brand.sees('columnheader', 'Revenue');
      const left = await brand.page.getByRole('columnheader', { name: 'Per click' }).count();
      if (left > 0) throw new Error('The column is shown');
    },
  },
  {
    title: 'shows the mail of an invitation without own words until the address is verified',
    run: async (stage) => {
      const { brand, client, system, names } = stage;
      await openCampaign(stage);
      await brand.press('button', 'Invite an affiliate');
      await brand.reads('A brand invites you to its campaign');
      await brand.press('link', 'See your account');
      const ofLink = () => mailedToken(system, names.brandEmail, 'verify-email');
      const replaced = await ofLink();
      await brand.press('button', 'Send the link again');
      await brand.reads('The link is on its way');
      const token = await eventually(async () => {
        const newest = await ofLink();
        return newest !== replaced && newest;
      });
      await client.must('POST', '/api/auth/verify-email', { body: { token } });
    },
  },
  {
    title: 'invites an affiliate by mail, shows the mail, and withdraws the invitation',
    run: async (stage) => {
      const { brand, names } = stage;
      const email = `guest-${names.affiliateEmail}`;
      await openCampaign(stage);
      await brand.press('button', 'Invite an affiliate');
      await brand.fill('E-mail address', email);
      await brand.fill('Message', 'We like your records.');
      await brand.reads(`${names.brand} invites you to ${names.campaign}`);
      await brand.reads(`${names.brand} writes: We like your records.`);
      await brand.press('button', 'Send the invitation');
      await brand.press('button', `Withdraw the invitation of ${email}`);
      await brand.press('button', 'Withdraw');
      await brand.reads('The invitation was withdrawn');
    },
  },
  {
    title: 'offers a text to affiliates, who find it among the creatives, until it is deleted',
    run: async (stage) => {
      const { brand, affiliate } = stage;
      await openCampaign(stage);
      await brand.press('button', 'Add a creative');
      await brand.fill('Name', 'Spring text');
      await brand.choose('Kind', 'Text');
      const file = { name: 'spring.txt', mimeType: 'text/plain' };
      const text = { ...file, buffer: Buffer.from('Records for the spring.') };
      await brand.page.getByLabel('File', { exact: true }).setInputFiles(text);
      await brand.press('button', 'Upload');
      await brand.reads('Affiliates can use it now');
      await affiliate.visit('/creatives');
      await affiliate.reads('Spring text');
      await brand.press('button', 'Delete Spring text');
      await brand.press('button', 'Delete');
      await brand.reads('Spring text was deleted');
    },
  },
  {
    title: 'compares what affiliates would earn by each model',
    run: async (stage) => {
      const { brand } = stage;
      await openCampaign(stage);
      await brand.sees('table', 'Models compared');
      await brand.sees('columnheader', 'By what clicks add');
    },
  },
  {
    title: 'changes the model for new orders',
    run: async (stage) => {
      const { brand } = stage;
      await brand.press('button', 'Change the model');
      await brand.choose('Model', 'First and last click more');
      await brand.press('button', 'Save');
      await brand.reads('The model counts for new orders');
      await brand.page
        .getByRole('region', { name: 'Attribution' })
        .getByText(/First and last/)
        .waitFor();
    },
  },
  {
    title: 'states how many past orders another model would change, before anything is applied',
    run: async (stage) => {
      const { brand } = stage;
      await openCampaign(stage);
      await brand.press('button', 'Prepare a change');
      await brand.choose('Model', 'First click');
      await brand.press('button', 'Prepare it');
      await brand.reads(/0 of \d+ orders change/);
      const region = brand.page.getByRole('region', { name: 'Past orders credited anew' });
      await region.getByText('Ready').waitFor();
    },
  },
  {
    title: 'gives the campaign tiers of its own',
    run: async (stage) => {
      const { brand } = stage;
      await openCampaign(stage);
      await brand.press('button', 'Change the tiers');
      const second = brand.page.getByRole('group', { name: 'Tier 2' });
      await second.getByLabel('More commission, percent').fill('8');
      await second.getByLabel('From conversions').fill('12');
      await brand.press('button', 'Save the tiers');
      await brand.reads('The tiers count from the next evaluation on');
      await brand.page.getByRole('region', { name: 'Tiers' }).getByText('from 12 conv').waitFor();
    },
  },
  {
    title: 'pauses the campaign, and starts it again',
    run: async (stage) => {
      const { brand } = stage;
      await openCampaign(stage);
      await brand.press('button', 'Pause');
      await brand.reads('The campaign is paused');
      await brand.press('button', 'Start');
      await brand.reads('The campaign runs');
    },
  },
  {
    title: 'keeps a filter in the address, so that a link leads to what was seen',
    run: async ({ brand }) => {
      await brand.visit('/conversions');
      await brand.choose('State', 'Rejected');
      await brand.page.waitForURL(/status=rejected/);
      await brand.page.reload();
      await brand.page.locator('tr[data-row="0"]').getByText('Rejected').waitFor();
    },
  },
  {
    title: 'prints statements without buttons and menus',
    run: async ({ affiliate }) => {
      await affiliate.visit('/statements');
      await affiliate.sees('button', 'Print');
      await affiliate.page.emulateMedia({ media: 'print' });
      await affiliate.find('button', 'Print').waitFor({ state: 'hidden' });
      await affiliate.page.getByRole('table', { name: 'Payments' }).waitFor();
      await affiliate.page.emulateMedia({ media: 'screen' });
    },
  },
  {
    title: 'sends a link to a new password, whether the address has an account or not',
    run: async ({ visitor, names }) => {
      await visitor.visit('/sign-in');
      await visitor.press('link', 'Forgot your password?');
      await visitor.fill('E-mail address', names.brandEmail);
      await visitor.press('button', 'Send the link');
      await visitor.sees('heading', 'Look into your mailbox');
    },
  },
  {
    title: 'has no page of the operator for an affiliate',
    run: async ({ affiliate }) => {
      await affiliate.visit('/ledger');
      await affiliate.sees('heading', 'Page not found');
    },
  },
  {
    title: 'lets the operator set the tiers of the platform, and keeps what they offer',
    run: async ({ operator, client }) => {
      await signInAgain(operator, 'admin@example.com', 'admin-password-1');
      await operator.visit('/tiers');
      await operator.press('button', 'Change the tiers');
      await operator.sees('group', 'Tier 1');
      const before = await operator.page.getByRole('group', { name: /^Tier \d/ }).count();
      await operator.press('button', 'Add a tier');
      const added = operator.page.getByRole('group', { name: `Tier ${String(before + 1)}` });
      await added.getByLabel('Name').fill('Summit');
      await added.getByLabel('More commission, percent').fill('60');
      await added.getByLabel('From conversions').fill('900000');
      await added.getByLabel('From revenue, USD').fill('9000000');
      await operator.press('button', 'Save the tiers');
      await operator.reads('Summit');
      const token = await client.admin();
      await eventually(async () => {
        const tiers = await client.must('GET', '/api/commission-tiers', { token });
        return tiers.length === before + 1 && tiers.at(-1).bonus_percent === 60;
      });
    },
  },
];
