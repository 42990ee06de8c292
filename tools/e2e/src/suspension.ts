import { eventually } from '@tributary/testing';
import { type Body, Client, createFixture, type Fixture, follow, type Person } from './client.ts';
import { type TestSystem } from './system.ts';

/** A suspension takes effect everywhere within this time. */
const WITHIN = { timeoutMs: 5_000, everyMs: 100 };

/** Tests what the suspension of a brand pauses and resumes, in a system that other suites share. */
export const suspensionTests = (systemOf: () => TestSystem) => () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(systemOf());
    fixture = await createFixture(client);
  });

  const setStatus = (who: Person, status: string): Promise<Body> =>
    client.must('PUT', `/api/admin/users/${who.id}/status`, {
      token: fixture.admin,
      body: { status },
    });

  it('pauses a brand’s campaigns within seconds, and resumes them with the reinstatement', async () => {
    const { brand, trackingCode, campaignId } = fixture;
    const visitor = await client.register('affiliate', 'Visitor');
    const offered = async (): Promise<boolean> => {
      const path = `/api/affiliate/campaigns?brand_id=${brand.id}`;
      const { campaigns } = await client.must('GET', path, { token: visitor.token });
      return campaigns.some((one: Body) => one.id === campaignId);
    };
    expect(await offered()).toBe(true);
    await setStatus(brand, 'suspended');
    await eventually(async () => !(await offered()), WITHIN);
    // Links still redirect.
    await follow(client, trackingCode);
    await setStatus(brand, 'active');
    await eventually(offered, WITHIN);
    await client.signIn(brand);
    const campaign = await client.must('GET', `/api/brand/campaigns/${campaignId}`, {
      token: brand.token,
    });
    expect(campaign).toMatchObject({ status: 'active' });
  }, 60_000);
};
