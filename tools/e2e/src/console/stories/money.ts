import { eventually } from '@tributary/testing';
import { type Stage, type Story } from '../stage.ts';
import { orderThroughLink } from './first.ts';

/** The affiliate claims an order that the shop did not report, by the link that the customer followed. */
async function claimOrder({ affiliate }: Stage, orderId: string): Promise<void> {
  await affiliate.visit('/claims');
  await affiliate.press('button', 'Claim an order');
  const { links } = await affiliate.get('/api/affiliate/links?per_page=1');
  await affiliate.fill('Order number', orderId);
  await affiliate.fill('Date of the order', new Date().toISOString().slice(0, 10));
  await affiliate.fill('Order value', '64.00');
  const code = `${String(links[0].tracking_code)} · ${String(links[0].destination_url)}`;
  await affiliate.choose('Link that the customer followed', code);
  await affiliate.press('button', 'Send the claim');
  await affiliate.reads('The brand has your claim');
}

/** From a suspicious or refused order to a paid commission, and the papers of both sides. */
export const moneyStories: readonly Story[] = [
  {
    title: 'lets the brand refuse an order with a reason',
    run: async (stage) => {
      const { brand } = stage;
      await orderThroughLink(stage, '80.00');
      await brand.visit('/conversions?status=pending');
      await brand.openRow();
      await brand.fill('Reason', 'The goods came back.');
      await brand.press('button', 'Reject');
      await brand.reads('1 conversion rejected');
    },
  },
  {
    title: 'lets the affiliate dispute a refused order',
    run: async ({ affiliate }) => {
      await affiliate.visit('/conversions?status=rejected');
      await affiliate.press('button', 'Dispute');
      await affiliate.fill('Why the order should count', 'The customer kept the record.');
      await affiliate.press('button', 'Send the dispute');
      await affiliate.reads('The brand has your dispute');
    },
  },
  {
    title: 'lets the affiliate claim an order that the shop did not report',
    run: async (stage) => {
      const { affiliate } = stage;
      await claimOrder(stage, 'A-7001');
      await affiliate.sees('cell', 'Waits for the brand');
    },
  },
  {
    title: 'lets the brand accept the claim, which makes a conversion',
    run: async ({ brand, affiliate }) => {
      await brand.visit('/claims');
      await brand.press('button', 'Accept order A-7001');
      await brand.fill('Note to the affiliate', 'Found in our shop.');
      await brand.press('button', 'Accept the claim');
      await brand.reads('The order is a conversion now');
      await affiliate.visit('/claims?status=accepted');
      await affiliate.reads('Found in our shop.');
    },
  },
  {
    title: 'lets the brand refuse a claim, and the affiliate read why',
    run: async (stage) => {
      const { brand, affiliate, names } = stage;
      await claimOrder(stage, 'A-7002');
      await brand.visit('/claims');
      await brand.sees('columnheader', 'Affiliate');
      await brand.sees('cell', names.affiliate);
      await brand.press('button', 'Refuse order A-7002');
      await brand.choose('Reason', 'The order was cancelled');
      await brand.fill('Note to the affiliate', 'The customer sent it back.');
      await brand.press('button', 'Refuse the claim');
      await brand.reads('The claim was refused');
      await affiliate.visit('/claims?status=refused');
      await affiliate.reads('The order was cancelled');
      await affiliate.reads('The customer sent it back.');
    },
  },
  {
    title: 'chooses several orders by keyboard, and approves them at once',
    run: async (stage) => {
      const { brand } = stage;
      await orderThroughLink(stage, '200.00');
      await orderThroughLink(stage, '300.00');
      await brand.visit('/conversions?status=pending');
      await brand.page.locator('tr[data-row="0"]').focus();
      await brand.keys('x', 'j', 'x');
      await brand.reads('2 chosen');
      await brand.press('button', 'Approve');
      await brand.reads('2 conversions approved');
    },
  },
  {
    title: 'shows what is suspicious, and moves the threshold',
    run: async ({ brand }) => {
      await brand.visit('/fraud');
      await brand.sees('region', 'Cases to decide');
      const slider = brand.page.getByRole('slider');
      await slider.focus();
      await brand.keys('ArrowLeft');
      await brand.press('button', 'Save');
      await brand.reads('The threshold counts for new orders');
    },
  },
  {
    title: 'gives the affiliate a coupon code, and takes it back',
    run: async ({ brand, names }) => {
      const code = names.campaign.replace(' ', '').toUpperCase();
      await brand.visit('/coupons');
      await brand.press('button', 'New code');
      await brand.fill('Code', code);
      await brand.press('button', 'Create the code');
      await brand.reads('The code was created');
      await brand.press('button', `Deactivate ${code}`);
      await brand.press('button', 'Deactivate');
      await brand.reads('The code earns nothing from now on');
    },
  },
  {
    title: 'adds an account that the provider verifies, and requests a payout that arrives',
    run: async ({ affiliate }) => {
      await affiliate.visit('/payouts');
      await affiliate.press('button', 'Add an account');
      await affiliate.fill('Account at the provider', 'acct_ok');
      await affiliate.press('button', 'Add the account');
      await affiliate.reads('The account was added');
      await eventually(async () => {
        const { accounts } = await affiliate.get('/api/payouts/accounts');
        return accounts[0]?.can_receive_payouts === true;
      });
      await affiliate.visit('/payouts');
      await affiliate.press('button', 'Request a payout');
      await affiliate.press('button', 'Request the payout');
      await affiliate.reads(/Payout PO-\d+-\w+ was requested/);
      await eventually(async () => {
        const [payout] = await affiliate.get('/api/affiliate/payouts');
        return payout?.status === 'completed';
      });
      await affiliate.visit('/payouts');
      await affiliate.reads('Completed');
    },
  },
  {
    title: 'shows the way of a paid commission from the click to the bank',
    run: async ({ affiliate }) => {
      await affiliate.visit('/earnings?status=paid');
      await affiliate.openRow();
      await affiliate.reads(/Payout of \$/);
    },
  },
  {
    title: 'lists payments as statements, with a billing profile and a file',
    run: async ({ affiliate }) => {
      await affiliate.visit('/statements');
      await affiliate.press('button', 'Change');
      await affiliate.fill('Name of the person or company', 'Ada Example');
      await affiliate.fill('Street and number', '1 High Street');
      await affiliate.press('button', 'Save');
      await affiliate.reads('The billing profile was changed');
      await affiliate.reads('1 High Street');
      const name = await affiliate.download('Download as CSV');
      if (!name.endsWith('.csv')) throw new Error(name);
    },
  },
  {
    title: 'shows a report as a table and as a file, and mails it every week',
    run: async ({ brand }) => {
      await brand.visit('/reports?kind=affiliates');
      await brand.sees('table', 'Report');
      const name = await brand.download('Download as CSV');
      if (!name.endsWith('.csv')) throw new Error(name);
      await brand.press('button', 'New schedule');
      await brand.press('button', 'Create the schedule');
      await brand.reads(/Every week · CSV/);
    },
  },
  {
    title: 'breaks the affiliate’s earnings down by link and hour',
    run: async ({ affiliate }) => {
      await affiliate.visit('/reports?kind=link');
      await affiliate.sees('table', 'Report');
      await affiliate.choose('Report', 'By hour');
      await affiliate.sees('region', 'By hour');
    },
  },
  {
    title: 'shows the brand what it owes and has paid',
    run: async ({ brand }) => {
      await brand.visit('/payouts');
      await brand.sees('region', 'By affiliate');
      await brand.reads('Owed back');
    },
  },
];
