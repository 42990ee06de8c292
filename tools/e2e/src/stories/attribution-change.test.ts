import {
  BROWSER,
  Client,
  createFixture,
  type Fixture,
  join,
  type Person,
  post,
  untilMatches,
} from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

const HOUR_MS = 3_600_000;

/** Tests the switch of the attribution model over a past period, in a system that other suites share. */
describe('a switch of the attribution model over a past period', () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
    const { brand, admin } = fixture;
    await client.sdk(admin).users.updatePlan(brand.id, { plan: 'pro' });
    await client.signIn(brand);
  });

  /** A second affiliate with a link to the campaign. */
  async function another(): Promise<Person & { readonly trackingCode: string }> {
    const { brand, campaignId } = fixture;
    const affiliate = await client.register('affiliate', 'Second');
    const trackingCode = await join(client, { brand, affiliate, campaignId });
    return { ...affiliate, trackingCode };
  }

  /** One browser follows the links one after the other. @returns the ids of the clicks */
  async function followAll(...trackingCodes: readonly string[]): Promise<readonly string[]> {
    let cookie = '';
    const clickIds: string[] = [];
    for (const code of trackingCodes) {
      const headers = { 'user-agent': BROWSER, ...(cookie === '' ? {} : { cookie }) };
      const answer = await client.call('GET', `/r/${code}`, { headers });
      const set = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
      if (set.length > 0) cookie = set.join('; ');
      const location = new URL(answer.headers.get('location') ?? '');
      clickIds.push(location.searchParams.get('click_id') ?? '');
    }
    return clickIds;
  }

  /** An order of the last click alone does not wait on a busy machine until the clicks before it can be found. */
  const awaitClick = (of: Person, clickId: string) =>
    untilMatches(
      () => client.sdk(of.token).clicks.list(),
      ({ clicks }) => clicks.some(({ id }) => id === clickId),
    );

  it('moves paid credit to the first click and back, to the cent, with one notice each', async () => {
    const { brand, affiliate: first, admin, campaignId, trackingCode } = fixture;
    const second = await another();
    const { conversions, attributionChanges } = client.sdk(brand.token);
    const [firstClick = '', lastClick = ''] = await followAll(trackingCode, second.trackingCode);
    await awaitClick(first, firstClick);
    await awaitClick(second, lastClick);
    const conversionId = await post(client, lastClick, 'order-of-two', '120.00');
    const explanation = () => conversions.getExplanation(conversionId);
    await untilMatches(explanation, ({ data }) => data.attribution.path.length === 2);
    await conversions.review(conversionId, { decision: 'approved' });
    const earned = (who: Person, total: number) =>
      untilMatches(
        () => client.sdk(who.token).earnings.get(),
        ({ total_earnings: sum }) => sum === total,
      );
    await earned(second, 12);

    const period = {
      start_date: new Date(Date.now() - HOUR_MS).toISOString(),
      end_date: new Date(Date.now() - 1).toISOString(),
    };
    const request = () =>
      attributionChanges.create(
        campaignId,
        { model: 'first_click', ...period },
        { idempotencyKey: 'change-of-two' },
      );
    const created = await request();
    expect((await request()).data.id).toBe(created.data.id);
    const change = [campaignId, created.data.id] as const;
    const reach = (status: string) =>
      untilMatches(
        () => attributionChanges.get(...change),
        ({ data }) => data.status === status,
      );
    const { data: ready } = await reach('ready');
    expect(ready.preview).toMatchObject({ conversions: 1, changed: 1 });
    await attributionChanges.apply(...change, { fingerprint: ready.fingerprint });
    await reach('applied');
    await earned(first, 12);
    await earned(second, 0);
    for (const who of [first, second]) {
      const notes = await untilMatches(
        () => client.sdk(who.token).notifications.list({ limit: 100 }),
        (list) => list.some(({ type }) => type === 'attribution_changed'),
      );
      const inApp = notes.filter(
        ({ type, channel }) => type === 'attribution_changed' && channel === 'in_app',
      );
      expect(inApp).toHaveLength(1);
    }
    const explained = await untilMatches(
      explanation,
      ({ data }) => data.commission.commissions.length === 2,
    );
    expect(explained.data.attribution).toMatchObject({
      model: 'first_click',
      attribution_change_id: ready.id,
    });

    await attributionChanges.undo(...change);
    await reach('undone');
    await earned(first, 0);
    await earned(second, 12);
    expect(await client.sdk(admin).ledger.verify()).toMatchObject({
      balanced: true,
      differences: [],
    });
  }, 120_000);
});
