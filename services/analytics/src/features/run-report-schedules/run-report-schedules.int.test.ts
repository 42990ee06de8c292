import {
  auditEntryRecorded,
  campaignActivated,
  commissionCreated,
  reportReady,
} from '@tributary/contracts';
import { openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import {
  aCampaign,
  aClick,
  aCommission,
  countedClicks,
  eventually,
  gatewayFetch,
} from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { collections as declared } from '../../store/collections.ts';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';

const PATH = '/api/affiliate-reports/schedules';
const BRAND_PATH = '/api/brand/reports/schedules';
const affiliate = { id: crypto.randomUUID(), role: 'affiliate' } as const;
const stranger = { id: crypto.randomUUID(), role: 'affiliate' } as const;

interface Schedule {
  readonly id: string;
  readonly next_at: string;
}

let running: RunningAnalytics;
beforeAll(async () => {
  running = await runAnalytics();
});
afterAll(() => running.close());

async function send(
  method: string,
  path: string,
  who: { id: string; role: 'affiliate' | 'brand' },
  body?: object,
) {
  const response = await gatewayFetch('analytics', `${running.service.url}${path}`, {
    method,
    headers: {
      ...running.identity.headersFor(who),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Schedule & {
      schedules: Schedule[];
      error: string;
      detail: string;
    },
  };
}

/** Makes a schedule due for days. */
async function makeDue(id: string): Promise<void> {
  const mongo = await openMongo({
    url: running.env['MONGO_URL'] ?? '',
    database: `${running.env['NAMESPACE'] ?? ''}tributary_analytics`,
    log: openLog('test', 'error'),
  });
  const { schedules } = await openCollections(mongo.connection, declared);
  const past = new Date(Date.now() - 3 * DAY_MS);
  await schedules.updateOne({ _id: id }, { $set: { nextAt: past } });
  await mongo.close();
}

const weekly = {
  kind: 'geo',
  format: 'csv',
  frequency: 'weekly',
  timezone: 'Europe/Berlin',
  hour: 9,
};

describe('reports that come by themselves', () => {
  it('are created once for the day that has ended, and announced with a link that opens', async () => {
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const clicks = ['DE', 'DE', 'US'].map((country) =>
      aClick({ affiliateId: affiliate.id, country, occurredAt: `${yesterday}T10:00:00.000Z` }),
    );
    await running.probe.publish(countedClicks(clicks));
    await eventually(async () => {
      const { body } = await running.get<{ rows: unknown[] }>(
        '/api/affiliate-reports?kind=geo',
        affiliate,
      );
      return body.rows.length === 2;
    });
    const made = await send('POST', PATH, affiliate, {
      ...weekly,
      frequency: 'daily',
      timezone: 'UTC',
    });
    expect(made.status).toBe(201);
    await makeDue(made.body.id);
    const ready = await running.probe.waitFor(
      reportReady,
      ({ affiliateId }) => affiliateId === affiliate.id,
    );
    expect(ready.data).toMatchObject({
      kind: 'geo',
      format: 'csv',
      rows: 2,
      schedule: { scheduleId: made.body.id, frequency: 'daily', from: yesterday, to: yesterday },
    });
    const { pathname, search } = new URL(ready.data.downloadUrl);
    const file = await gatewayFetch('analytics', `${running.service.url}${pathname}${search}`);
    expect(await file.text()).toContain('DE,2,2,0,0,2');
    const { body } = await send('GET', PATH, affiliate);
    expect(body.schedules).toEqual([made.body]);
    expect(new Date(made.body.next_at) > new Date()).toBe(true);
    const all = running.probe.events(reportReady);
    expect(all.filter(({ data }) => data.schedule?.scheduleId === made.body.id)).toHaveLength(1);
  });

  it('are their affiliate’s own, twenty at most', async () => {
    const first = await send('POST', PATH, stranger, weekly);
    expect(first.body).toMatchObject({ ...weekly, currency: 'USD', campaign_id: null });
    const path = `${PATH}/${first.body.id}`;
    expect((await send('GET', path, stranger)).body).toEqual(first.body);
    const absent = await send('GET', `${PATH}/${crypto.randomUUID()}`, affiliate);
    const foreign = await send('GET', path, affiliate);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect((await send('DELETE', `${PATH}/${first.body.id}`, affiliate)).status).toBe(404);
    expect((await send('GET', PATH, { id: crypto.randomUUID(), role: 'brand' })).status).toBe(403);
    for (let i = 0; i < 19; i += 1) await send('POST', PATH, stranger, weekly);
    expect((await send('POST', PATH, stranger, weekly)).body.error).toBe('too_many_schedules');
    expect((await send('DELETE', `${PATH}/${first.body.id}`, stranger)).status).toBe(200);
    expect((await send('GET', PATH, stranger)).body.schedules).toHaveLength(19);
  });

  it('change in what is given; the next run only with the rhythm', async () => {
    const planner = { id: crypto.randomUUID(), role: 'affiliate' } as const;
    const { body: made } = await send('POST', PATH, planner, weekly);
    const path = `${PATH}/${made.id}`;
    const link_id = crypto.randomUUID();
    const other = await send('PUT', path, planner, { kind: 'utm', link_id });
    expect(other).toMatchObject({ status: 200, body: { ...made, kind: 'utm', link_id } });
    const later = await send('PUT', path, planner, { hour: 10, link_id: null });
    const { next_at } = later.body;
    expect(later.body).toEqual({ ...made, kind: 'utm', hour: 10, next_at });
    const [date, time] = new Date(next_at)
      .toLocaleString('sv', { timeZone: weekly.timezone })
      .split(' ');
    expect([new Date(`${date}T00:00Z`).getUTCDay(), time]).toEqual([1, '10:00:00']);
    expect((await send('GET', PATH, planner)).body.schedules).toEqual([later.body]);
    expect((await send('PUT', path, stranger, { hour: 11 })).status).toBe(404);
    const refused = await send('PUT', path, planner, { hour: 24 });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('hour:')]);
  });

  it('are of a brand with the kinds of a brand, and created as those of affiliates', async () => {
    const brand = { id: crypto.randomUUID(), role: 'brand' } as const;
    const affiliate_id = crypto.randomUUID();
    const campaign = aCampaign({ brandId: brand.id });
    const commission = aCommission({
      ...{ brandId: brand.id, campaignId: campaign.campaignId, affiliateId: affiliate_id },
      convertedAt: new Date(Date.now() - DAY_MS).toISOString(),
    });
    await running.probe.publish(campaignActivated(campaign), commissionCreated(commission));
    await eventually(async () => {
      const { body } = await running.get<{ rows: unknown[] }>(
        '/api/brand/reports?kind=payouts_due',
        brand,
      );
      return body.rows.length === 1;
    });
    const daily = { ...weekly, kind: 'payouts_due', frequency: 'daily', timezone: 'UTC' };
    const made = await send('POST', BRAND_PATH, brand, { ...daily, affiliate_id });
    expect(made).toMatchObject({ status: 201, body: { ...daily, affiliate_id } });
    const path = `${BRAND_PATH}/${made.body.id}`;
    expect((await send('GET', path, brand)).body).toEqual(made.body);
    expect((await send('GET', path, { ...brand, role: 'affiliate' })).status).toBe(403);
    const other = { id: crypto.randomUUID(), role: 'brand' } as const;
    for (const method of ['GET', 'DELETE']) {
      expect((await send(method, path, other)).status).toBe(404);
    }
    const refused = await send('POST', BRAND_PATH, brand, weekly);
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('kind:')]);
    await makeDue(made.body.id);
    const { data } = await running.probe.waitFor(
      reportReady,
      ({ affiliateId }) => affiliateId === brand.id,
    );
    expect(data).toMatchObject({ kind: 'payouts_due', rows: 1 });
    const { pathname, search } = new URL(data.downloadUrl);
    const file = await gatewayFetch('analytics', `${running.service.url}${pathname}${search}`);
    expect(await file.text()).toContain(`${affiliate_id},,1,0,10,0,0`);
    const changed = await send('PUT', path, brand, { affiliate_id: null, kind: 'affiliates' });
    expect(changed.body).toMatchObject({ affiliate_id: null, kind: 'affiliates', hour: 9 });
    expect((await send('DELETE', path, brand)).status).toBe(200);
    expect((await send('GET', BRAND_PATH, brand)).body.schedules).toEqual([]);
  });

  it('leave in the audit log what was changed, without the time zone', async () => {
    const planner = { id: crypto.randomUUID(), role: 'affiliate' } as const;
    const { body: made } = await send('POST', PATH, planner, weekly);
    await send('PUT', `${PATH}/${made.id}`, planner, { kind: 'utm' });
    await send('DELETE', `${PATH}/${made.id}`, planner);
    const changesOf = async (operationId: string) => {
      const { data } = await running.probe.waitFor(
        auditEntryRecorded,
        (entry) => entry.operationId === operationId && entry.actor.accountId === planner.id,
      );
      return data.changes;
    };
    const named = { kind: 'report_schedule', id: made.id };
    const whole = { kind: 'geo', hour: 9, timezone: '[hidden]' };
    expect(await changesOf('createReportSchedule')).toMatchObject([
      { ...named, before: null, after: whole },
    ]);
    expect(await changesOf('updateReportSchedule')).toMatchObject([
      { ...named, before: { kind: 'geo' }, after: { kind: 'utm' } },
    ]);
    expect(await changesOf('deleteReportSchedule')).toMatchObject([
      { ...named, before: { ...whole, kind: 'utm' }, after: null },
    ]);
  });

  it.each([
    [{ ...weekly, timezone: 'Mars/Base' }, 'timezone:'],
    [{ ...weekly, hour: 24 }, 'hour:'],
    [{ ...weekly, frequency: 'hourly' }, 'frequency:'],
    [{ ...weekly, kind: 'weather' }, 'kind:'],
    [{ ...weekly, format: 'doc' }, 'format:'],
    [{ ...weekly, campaign_id: 'x' }, 'campaign_id:'],
    [{ ...weekly, more: 1 }, 'more:'],
  ])('refuse %j, naming the field', async (body, field) => {
    const refused = await send('POST', PATH, affiliate, body);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain(field);
  });
});
