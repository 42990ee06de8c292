import { signInAgain, type Story } from '../stage.ts';

export const languageStory: Story = {
  title: 'speaks German and Spanish',
  run: async ({ affiliate }) => {
    await affiliate.visit('/?language=de');
    await affiliate.sees('heading', 'Übersicht');
    await affiliate.visit('/?language=es');
    await affiliate.reads('Ingresos');
  },
};

/** What concerns every page, and the work of the operator. */
export const platformStories: readonly Story[] = [
  {
    title: 'shows why a browser that refuses push messages gets none',
    run: async ({ affiliate }) => {
      await affiliate.visit('/settings/notifications');
      await affiliate.reads('No browser of this account gets push messages.');
      await affiliate.press('button', 'Turn on in this browser');
      await affiliate.reads(/^The browser does not allow it/);
    },
  },
  {
    title: 'changes what an affiliate is notified of, at once',
    run: async ({ affiliate }) => {
      await affiliate.visit('/settings/notifications');
      await affiliate.press('switch', 'Payouts by E-mail');
      await affiliate.reads('Saved');
      await affiliate.visit('/settings/notifications');
      await affiliate.page
        .getByRole('switch', { name: 'Payouts by E-mail', checked: false })
        .waitFor();
    },
  },
  {
    title: 'shows notifications, and marks them as read',
    run: async ({ affiliate }) => {
      await affiliate.visit('/notifications');
      await affiliate.press('button', 'Mark all as read');
    },
  },
  {
    title: 'changes the profile, and shows where the account is signed in',
    run: async ({ affiliate }) => {
      await affiliate.visit('/settings/account');
      await affiliate.press('button', 'Change');
      await affiliate.fill('Company', 'Ada & Sons');
      await affiliate.press('button', 'Save');
      await affiliate.reads('Ada & Sons');
      await affiliate.reads('This one');
    },
  },
  {
    title: 'begins a second factor by a code to scan',
    run: async ({ affiliate }) => {
      await affiliate.press('button', 'Turn it on');
      await affiliate.sees('img', 'Code for an authenticator app');
    },
  },
  {
    title: 'creates a secret that signs orders',
    run: async ({ brand }) => {
      // Orders that the stories before post are signed by no secret of the brand.
      await brand.visit('/developers');
      await brand.press('button', 'New secret');
      await brand.fill('Name', 'Checkout');
      await brand.press('button', 'Create the secret');
      await brand.press('button', 'I have stored it');
      await brand.reads('Checkout');
    },
  },
  {
    title: 'states that a campaign offers no creatives',
    run: async ({ affiliate }) => {
      await affiliate.visit('/creatives');
      await affiliate.reads('The brand offers no pictures');
    },
  },
  languageStory,
  {
    title: 'has no text that cannot be translated',
    run: async ({ affiliate }) => {
      await affiliate.visit('/?language=pseudo');
      const headings = await affiliate.page.locator('h1, h2, main button, nav a').allInnerTexts();
      const plain = headings.filter((text) => text.trim() !== '' && !text.includes('⟦'));
      if (plain.length > 0) throw new Error(plain.join(', '));
      await affiliate.visit('/?language=en');
    },
  },
  {
    title: 'changes to the dark theme by the command palette, and keeps it',
    run: async ({ brand }) => {
      await brand.visit('/');
      await brand.keys('Control+k');
      await brand.sees('combobox', 'Name of a page or an action');
      await brand.page.keyboard.type('Light or dark');
      await brand.keys('Enter');
      await brand.page.locator('html[data-theme="dark"]').waitFor();
      await brand.visit('/campaigns');
      await brand.page.locator('html[data-theme="dark"]').waitFor();
      await brand.page.evaluate(() => localStorage.removeItem('console.theme'));
    },
  },
  {
    title: 'opens its menu at the width of a phone',
    run: async ({ brand }) => {
      await brand.page.setViewportSize({ width: 390, height: 800 });
      await brand.visit('/');
      await brand.press('button', 'Open the menu');
      await brand.page.getByRole('dialog').getByRole('link', { name: 'Fraud' }).click();
      await brand.sees('heading', 'Fraud');
      await brand.page.setViewportSize({ width: 1280, height: 900 });
    },
  },
  {
    title: 'leads to the wanted page after a sign-in',
    run: async ({ brand, names }) => {
      await brand.signOut();
      await brand.visit('/coupons');
      await brand.fill('E-mail address', names.brandEmail);
      await brand.fill('Password', 'a-long-password');
      await brand.press('button', 'Sign in');
      await brand.sees('heading', 'Coupon codes');
    },
  },
  {
    title: 'shows the operator payout batches, tiers and the audit log of all accounts',
    run: async ({ operator }) => {
      await signInAgain(operator, 'admin@example.com', 'admin-password-1');
      await operator.visit('/batches');
      await operator.sees('heading', 'Payout batches');
      await operator.visit('/tiers');
      await operator.sees('region', 'Tiers of the platform');
      await operator.visit('/fraud');
      await operator.reads('Nothing is fitted yet');
      await operator.visit('/audit');
      await operator.sees('table', 'Audit log');
    },
  },
  {
    title: 'lets the operator set an exchange rate',
    run: async ({ operator }) => {
      await operator.visit('/rates');
      await operator.press('button', 'Set a rate');
      await operator.fill('Currency', 'chf');
      await operator.fill('Rate', '1.12');
      await operator.press('button', 'Set the rate');
      await operator.reads('1.12 USD');
    },
  },
  {
    title: 'brings an announcement of the operator to everybody',
    run: async ({ operator, brand }) => {
      await operator.visit('/announcements');
      await operator.fill('Title', 'A calmer console');
      await operator.fill('Message', 'Look around.');
      await operator.press('button', 'Send it to everybody');
      await operator.reads('The announcement is on its way');
      await brand.visit('/');
      await brand.sees('heading', 'Overview');
    },
  },
  {
    title:
      'shows the operator the services, the ledger and the users, of whom one is suspended and let in again',
    run: async ({ operator, affiliate, names }) => {
      await operator.visit('/');
      await operator.sees('region', 'Services');
      await operator.visit('/ledger');
      await operator.reads('entries in');
      await operator.visit('/reconciliation');
      await operator.reads('The books agree to the cent.');
      await operator.visit(`/users?q=${encodeURIComponent(names.affiliateEmail)}`);
      await operator.press('button', `Suspend ${names.affiliate}`);
      await operator.press('button', 'Suspend');
      await operator.reads('The account is suspended');
      await operator.press('button', `Reactivate ${names.affiliate}`);
      await operator.press('button', 'Reactivate');
      await operator.reads('The account is active');
      await signInAgain(affiliate, names.affiliateEmail);
    },
  },
  {
    title: 'shows the operator what waits in each service, and the one that does not answer',
    run: async ({ operator }) => {
      await operator.visit('/system');
      await operator.reads('No payout is stuck');
      await operator.sees('region', 'Events set aside');
      await operator.sees('region', 'payout');
      await operator.page.route('**/api/admin/system', async (route) => {
        const { services } = (await (await route.fetch()).json()) as {
          services: readonly { readonly service: string }[];
        };
        const away = { service: 'payout', status: 'unreachable', state: null };
        const json = { services: services.map((one) => (one.service === 'payout' ? away : one)) };
        await route.fulfill({ json });
      });
      await operator.visit('/system');
      await operator.page.getByRole('alert').filter({ hasText: 'It did not answer' }).waitFor();
      await operator.sees('region', 'tracking');
      await operator.page.unrouteAll();
    },
  },
  {
    title: 'shows a broken panel, not a broken page, where a service fails',
    run: async ({ brand }) => {
      await brand.page.route('**/api/brand/reports**', (route) =>
        // The SDK repeats calls that were answered by 503 for longer than a story waits.
        route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Broken' } }),
      );
      await brand.visit('/');
      await brand.page.getByRole('alert').first().waitFor();
      await brand.sees('region', 'To do');
      await brand.page.unrouteAll();
    },
  },
];
