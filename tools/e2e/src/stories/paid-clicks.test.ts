import { BROWSER, Client, createFixture, type Fixture, untilMatches } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

/** Tests what a campaign pays for clicks, in a system that other suites share. */
describe('a campaign that pays for clicks', () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client, { type: 'fixed', value: 1 }, 'click');
  });

  const visit = async (trackingCode: string, headers: Record<string, string> = {}) => {
    const sent = { headers: { 'user-agent': BROWSER, ...headers } };
    const answer = await client.call('GET', `/r/${trackingCode}`, sent);
    expect(answer.status).toBe(302);
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const statementWith = async (counts: object) => {
    const { clickStatements } = client.sdk(fixture.affiliate.token);
    const { statements } = await untilMatches(
      () => clickStatements.list(),
      ({ statements: [first] }) => {
        const found = new Map(Object.entries(first ?? {}));
        return Object.entries(counts).every(([field, count]) => found.get(field) === count);
      },
    );
    return statements[0];
  };
  const availableIs = (amount: number) =>
    untilMatches(
      () => client.sdk(fixture.affiliate.token).commissions.getSummary(),
      ({ available_balance: available }) => available === amount,
    );

  it('pays nothing for visitors that one machine invents, until the brand releases them', async () => {
    const { trackingCode, campaignId, brand } = fixture;
    for (let index = 0; index < 6; index += 1) {
      const agent = (version: number) => BROWSER.replace('140', String(version));
      await visit(trackingCode, { 'user-agent': agent(120 + index) });
      const cookie = `tributary_vid=0199aaaa-0000-7000-8000-00000000000${String(index)}`;
      await visit(trackingCode, { cookie, 'user-agent': agent(130 + index) });
    }
    const attack = await statementWith({ held: 12 });
    expect(attack).toMatchObject({
      payable: 0,
      held_reasons: { new_visitor: 6, unsigned_visitor: 6 },
    });

    // A visitor whom another campaign's link brought before has our cookie.
    const elsewhere = await createFixture(client);
    const cookie = await visit(elsewhere.trackingCode);
    await visit(trackingCode, { cookie });
    await statementWith({ held: 12, payable: 1 });
    await availableIs(1);

    const released = await client.sdk(brand.token).heldClicks.review({
      campaign_id: campaignId,
      decision: 'released',
      reason: 'new_visitor',
    });
    expect(released).toEqual({ decided: 6, remaining: 0 });
    await statementWith({ held: 6, payable: 7 });
    await availableIs(7);
  });
});
