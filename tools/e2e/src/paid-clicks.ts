import { BROWSER, Client, createFixture, type Fixture } from './client.ts';
import { type TestSystem } from './system.ts';

const STATEMENTS = '/api/commissions/click-statements';
const REVIEW = '/api/commissions/held-clicks/review';

/** Tests what a campaign pays for clicks, in a system that other suites share. */
export const paidClickTests = (systemOf: () => TestSystem) => () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(systemOf());
    fixture = await createFixture(client, { type: 'fixed', value: 1 }, 'click');
  });

  const visit = async (trackingCode: string, headers: Record<string, string> = {}) => {
    const sent = { headers: { 'user-agent': BROWSER, ...headers } };
    const answer = await client.call('GET', `/r/${trackingCode}`, sent);
    expect(answer.status).toBe(302);
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const statementWith = async (counts: object) => {
    const own = { token: fixture.affiliate.token };
    const { statements } = await client.until(STATEMENTS, own, (body) => {
      const [statement] = body.statements;
      return Object.entries(counts).every(([field, count]) => statement?.[field] === count);
    });
    return statements[0];
  };
  const availableIs = (amount: number) =>
    client.until(
      '/api/commissions/summary',
      { token: fixture.affiliate.token },
      (body) => body.available_balance === amount,
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

    const body = { campaign_id: campaignId, decision: 'released', reason: 'new_visitor' };
    const released = await client.must('POST', REVIEW, { token: brand.token, body });
    expect(released).toEqual({ decided: 6, remaining: 0 });
    await statementWith({ held: 6, payable: 7 });
    await availableIs(7);
  });
};
