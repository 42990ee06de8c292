import { BROWSER, Client, createFixture, type Fixture, type Person, post } from './client.ts';
import { type TestSystem } from './system.ts';

const HOUR_MS = 3_600_000;

/** Tests the switch of the attribution model over a past period, in a system that other suites share. */
export const attributionChangeTests = (systemOf: () => TestSystem) => () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(systemOf());
    fixture = await createFixture(client);
    const { brand, admin } = fixture;
    await client.must('PUT', `/api/admin/users/${brand.id}/plan`, {
      token: admin,
      body: { plan: 'pro' },
    });
    await client.signIn(brand);
  });

  /** A second affiliate with a link to the campaign. */
  async function another(): Promise<Person & { readonly trackingCode: string }> {
    const { brand, campaignId } = fixture;
    const affiliate = await client.register('affiliate', 'Second');
    const own = { token: affiliate.token };
    const applied = `/api/affiliate/campaigns/${campaignId}/apply`;
    const application = await client.must('POST', applied, { ...own, body: {} });
    await client.must('PUT', `/api/brand/applications/${application.id}/review`, {
      token: brand.token,
      body: { decision: 'approved' },
    });
    const body = { campaign_id: campaignId };
    const link = await client.must('POST', '/api/affiliate/links', { ...own, body });
    return { ...affiliate, trackingCode: link.tracking_code };
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
    client.until('/api/affiliate/analytics/clicks', { token: of.token }, ({ clicks }) =>
      clicks.some(({ id }: { id: string }) => id === clickId),
    );

  it('moves paid credit to the first click and back, to the cent, with one notice each', async () => {
    const { brand, affiliate: first, admin, campaignId, trackingCode } = fixture;
    const second = await another();
    const asBrand = { token: brand.token };
    const [firstClick = '', lastClick = ''] = await followAll(trackingCode, second.trackingCode);
    await awaitClick(first, firstClick);
    await awaitClick(second, lastClick);
    const conversionId = await post(client, lastClick, 'order-of-two', '120.00');
    await client.until(
      `/api/brand/conversions/${conversionId}/explanation`,
      asBrand,
      ({ data }) => data.attribution.path.length === 2,
    );
    await client.must('PUT', `/api/brand/conversions/${conversionId}/review`, {
      ...asBrand,
      body: { decision: 'approved' },
    });
    const earned = (who: Person, total: number) =>
      client.until(
        '/api/affiliate/earnings/simple',
        { token: who.token },
        (body) => body.total_earnings === total,
      );
    await earned(second, 12);

    const path = `/api/brand/conversions/campaigns/${campaignId}/attribution/changes`;
    const key = { 'idempotency-key': 'change-of-two' };
    const period = {
      start_date: new Date(Date.now() - HOUR_MS).toISOString(),
      end_date: new Date(Date.now() - 1).toISOString(),
    };
    const request = { ...asBrand, headers: key, body: { model: 'first_click', ...period } };
    const created = await client.must('POST', path, request);
    expect((await client.must('POST', path, request)).data.id).toBe(created.data.id);
    const changePath = `${path}/${created.data.id}`;
    const reach = (status: string) =>
      client.until(changePath, asBrand, ({ data }) => data.status === status);
    const { data: ready } = await reach('ready');
    expect(ready.preview).toMatchObject({ conversions: 1, changed: 1 });
    await client.must('POST', `${changePath}/apply`, {
      ...asBrand,
      body: { fingerprint: ready.fingerprint },
    });
    await reach('applied');
    await earned(first, 12);
    await earned(second, 0);
    for (const who of [first, second]) {
      const notes = await client.until(
        '/api/notifications?limit=100',
        { token: who.token },
        (list) => list.some((note: { type: string }) => note.type === 'attribution_changed'),
      );
      const inApp = notes.filter(
        (note: { type: string; channel: string }) =>
          note.type === 'attribution_changed' && note.channel === 'in_app',
      );
      expect(inApp).toHaveLength(1);
    }
    const explained = await client.until(
      `/api/brand/conversions/${conversionId}/explanation`,
      asBrand,
      ({ data }) => data.commission.commissions.length === 2,
    );
    expect(explained.data.attribution).toMatchObject({
      model: 'first_click',
      attribution_change_id: ready.id,
    });
    expect(await systemOf().violations()).toEqual([]);

    await client.must('POST', `${changePath}/undo`, asBrand);
    await reach('undone');
    await earned(first, 0);
    await earned(second, 12);
    const ledger = await client.must('GET', '/api/admin/ledger/verify', { token: admin });
    expect(ledger).toMatchObject({ balanced: true, differences: [] });
    expect(await systemOf().violations()).toEqual([]);
  }, 120_000);
};
