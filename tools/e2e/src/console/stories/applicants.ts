import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Client, type Person } from '../../client.ts';
import { PASSWORD, type Stage, type Story } from '../stage.ts';

/** Adds a wallet to an affiliate's payout accounts, which an administrator verifies. */
async function addWallet(client: Client, { token }: Person, walletco_email: string): Promise<void> {
  const body = { provider: 'walletco_payouts', walletco_email };
  const { account } = await client.must('POST', '/api/payouts/accounts', { token, body });
  await client.must('PUT', `/api/admin/payouts/accounts/${String(account.id)}/verification`, {
    token: await client.admin(),
    body: { is_verified: true },
  });
}

/** An affiliate, who is paid where a suspended one was paid, applies to the campaign of the stage. */
async function applyAnew({ client, names }: Stage): Promise<Person> {
  const wallet = `wallet-${randomUUID()}@example.com`;
  const [before, anew] = [
    await client.register('affiliate', 'Before'),
    await client.register('affiliate', 'Anew'),
  ];
  for (const one of [before, anew]) await addWallet(client, one, wallet);
  const [token, body] = [await client.admin(), { status: 'suspended' }];
  await client.must('PUT', `/api/admin/users/${before.id}/status`, { token, body });
  const path = `/api/affiliate/campaigns?search=${encodeURIComponent(names.campaign)}`;
  const { campaigns } = await client.must('GET', path, { token: anew.token });
  const { id } = campaigns.find(({ name }: { name: string }) => name === names.campaign);
  await client.must('POST', `/api/affiliate/campaigns/${String(id)}/apply`, {
    token: anew.token,
    body: {},
  });
  return anew;
}

/** What a brand sees of the affiliates who apply. */
export const applicantStories: readonly Story[] = [
  {
    title: 'warns the brand of an applicant who is paid where a suspended affiliate was paid',
    run: async (stage) => {
      const { brand, client, names } = stage;
      const { id } = await applyAnew(stage);
      const { auth } = client.sdk();
      const signIn = { email: names.brandEmail, password: PASSWORD };
      const { access_token } = await auth.logIn(signIn);
      await eventually(async () => {
        const which = { affiliate_id: id };
        const { applications } = await client.sdk(access_token).applications.list(which);
        return applications[0]?.account_check?.requires_review;
      });
      const evidence = 'Another account with the same payout destination is suspended';
      await brand.visit('/applications');
      await brand.reads('Suspicious to 93.5%');
      await brand.reads(evidence);
      await brand.visit(`/affiliates/${id}`);
      await brand.sees('region', 'What the account shares');
      await brand.reads(evidence);
      await brand.visit('/notifications');
      await brand.reads('An affiliate’s account looks suspicious');
    },
  },
];
