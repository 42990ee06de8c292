import { randomUUID } from 'node:crypto';
import { type ClickRow } from '@tributary/contracts';
import { aClick, aConversion } from '@tributary/testing';
import { allTime } from '../../domain/period.ts';
import { recordConversions } from '../../features/record-conversions/record-conversions.ts';
import { campaignDays } from '../../store/audit-store.ts';
import { snapshotOf } from '../../store/stores.ts';
import { eventOf } from '../describe-figures.ts';
import { chdbOptions, openClickHouseStores } from '../open-clickhouse.ts';
import { clickHouseWriter } from '../../store/clickhouse/figure-writer.ts';
import { figureAudit } from '../../store/clickhouse/figure-audit.ts';
import { allDays, rebuildFigures } from '../../store/clickhouse/rebuild.ts';
import { byAffiliate, createTables, raiseState } from '../../store/clickhouse/schema.ts';

const NOW = new Date('2026-05-20T12:00:00.000Z');
const clock = { now: () => NOW };

let stores: Awaited<ReturnType<typeof openClickHouseStores>>;
beforeAll(async () => {
  stores = await openClickHouseStores(chdbOptions(process.env), clock);
});
afterAll(() => stores.close());

const anOwner = () => ({
  ...{ brandId: randomUUID(), campaignId: randomUUID() },
  ...{ affiliateId: randomUUID(), linkId: randomUUID() },
});

/** Events of a partition, each of one click, from this offset on. */
const eventsOf = (clicks: readonly ClickRow[], offset: number) =>
  clicks.map((click, index) => ({
    ...eventOf([click]),
    position: { topic: 'clicks', partition: 1, offset: String(offset + index) },
  }));

/** Writes to ClickHouse as in a transaction that fails afterwards: MongoDB has nothing of it. */
const writeAndFail = async (events: ReturnType<typeof eventsOf>): Promise<void> => {
  const work = stores.transaction(async ({ figureWriter }) => {
    await figureWriter.addClicks(events);
    throw new Error('the transaction failed');
  });
  await expect(work).rejects.toThrow('the transaction failed');
};

const totalOf = async ({ affiliateId }: { affiliateId: string }): Promise<number> =>
  (await stores.figures.total({ affiliateId }, allTime, 'USD')).unique;

const rebuild = (repair: boolean) => {
  const audit = figureAudit(stores.clickHouse, stores.closedDays);
  return rebuildFigures({
    snapshot: snapshotOf(stores.mongo, stores.collections),
    audit,
    days: allDays(campaignDays(stores.collections), audit.listDays()),
    ...{ now: NOW, repair },
  });
};

describe('a batch that is written again', () => {
  it('counts once, in the same batch and in batches of other bounds', async () => {
    const owner = anOwner();
    const clicks = Array.from({ length: 6 }, (_, at) =>
      aClick({ ...owner, occurredAt: `2026-05-20T10:0${String(at)}:00.000Z` }),
    );
    const events = eventsOf(clicks, 10);
    await writeAndFail(events.slice(0, 4));
    await writeAndFail(events.slice(0, 4));
    await writeAndFail(events.slice(1, 5));
    await stores.transaction(({ figureWriter }) => figureWriter.addClicks(events.slice(0, 3)));
    await stores.transaction(({ figureWriter }) => figureWriter.addClicks(events.slice(3)));
    expect(await totalOf(owner)).toBe(6);
    expect(await rebuild(false)).toMatchObject({ same: true, wrongSums: 0 });
  });

  it('is not written at all where the very batch was, and is where it lacked an event', async () => {
    const owner = anOwner();
    const clicks = [1, 2, 3].map((at) =>
      aClick({ ...owner, occurredAt: `2026-05-20T11:0${String(at)}:00.000Z` }),
    );
    const events = eventsOf(clicks, 100);
    const parts = {
      clickHouse: stores.clickHouse,
      closedDays: stores.closedDays,
      collections: stores.collections,
      clock,
    };
    const write = (some: typeof events) => clickHouseWriter(parts).addClicks(some);
    const rows = async () => {
      const sql = 'SELECT count() AS rows FROM click_counts WHERE campaign_id = {id:UUID}';
      const [found] = await stores.clickHouse.rows<{ rows: number }>(sql, { id: owner.campaignId });
      return found?.rows;
    };
    await stores.clickHouse.run('SYSTEM STOP MERGES click_counts');
    await write([events[0]!, events[2]!]);
    await write([events[0]!, events[2]!]);
    expect(await rows()).toBe(2);
    await write(events);
    expect(await rows()).toBe(5);
    await stores.clickHouse.run('SYSTEM START MERGES click_counts');
    expect(await totalOf(owner)).toBe(3);
    await stores.collections.clickMinutes.deleteMany({ campaignId: owner.campaignId });
    await stores.clickHouse.run('DELETE FROM click_counts WHERE campaign_id = {id:UUID}', {
      id: owner.campaignId,
    });
    await stores.clickHouse.run(
      'DELETE FROM click_counts_by_affiliate WHERE campaign_id = {id:UUID}',
      { id: owner.campaignId },
    );
  });
});

describe('a closed day', () => {
  it('is counted again when counts of it come late, once', async () => {
    const owner = anOwner();
    const click = () => aClick({ ...owner, occurredAt: '2026-05-10T10:00:30.000Z' });
    await stores.transaction(({ figureWriter }) =>
      figureWriter.addClicks(eventsOf([click()], 200)),
    );
    await stores.closedDays.close();
    expect(await totalOf(owner)).toBe(1);
    const late = eventsOf([click(), click()], 201);
    await writeAndFail(late);
    await stores.transaction(({ figureWriter }) => figureWriter.addClicks(late));
    expect(await totalOf(owner)).toBe(3);
    expect(await rebuild(false)).toMatchObject({ same: true });
  });
});

describe('a rebuild', () => {
  it('fills ClickHouse from the facts, and corrects counts, states and sums of closed days', async () => {
    const owner = anOwner();
    const clicks = [5, 12].map((day) =>
      aClick({ ...owner, occurredAt: new Date(Date.UTC(2026, 4, day, 9)).toISOString() }),
    );
    await stores.transaction(({ figureWriter }) => figureWriter.addClicks(eventsOf(clicks, 300)));
    const sale = aConversion({
      ...owner,
      convertedAt: '2026-05-12T10:00:00.000Z',
      valueMinor: 900,
    });
    await recordConversions(stores)([{ data: sale }]);
    await stores.closedDays.close();
    const figures = () => stores.figures.total({ affiliateId: owner.affiliateId }, allTime, 'USD');
    const right = await figures();
    expect(right).toMatchObject({ unique: 2, conversions: 1, revenueMinor: 900 });
    for (const table of ['click_counts', 'click_days', 'click_hours', 'conversions']) {
      for (const name of new Set([table, byAffiliate(table)])) {
        await stores.clickHouse.run(`DELETE FROM ${name} WHERE campaign_id = {id:UUID}`, {
          id: owner.campaignId,
        });
      }
    }
    expect(await figures()).toMatchObject({ unique: 0, conversions: 0 });
    expect(await rebuild(false)).toMatchObject({ same: false, repaired: false });
    expect(await rebuild(true)).toMatchObject({ same: false, repaired: true });
    expect(await figures()).toEqual(right);
    expect(await rebuild(true)).toMatchObject({ same: true, wrongSums: 0, repaired: false });
  });

  it('removes rows that no fact has, once they are settled', async () => {
    const owner = anOwner();
    const strange = {
      brand_id: owner.brandId,
      campaign_id: owner.campaignId,
      affiliate_id: owner.affiliateId,
      link_id: owner.linkId,
    };
    const row = {
      ...strange,
      minute: Date.parse('2026-05-11T09:00:00.000Z') / 1_000,
      event: '7',
      device: 'desktop',
      unique_clicks: 5,
    };
    const sale = aConversion({ ...owner, convertedAt: '2026-05-11T10:00:00.000Z' });
    await recordConversions(stores)([{ data: sale }]);
    await stores.clickHouse.insert('click_counts', [{ ...row, written_at: '2026-05-11 09:00:00' }]);
    expect(await rebuild(true)).toMatchObject({ repaired: true });
    expect(await totalOf(owner)).toBe(0);
    expect(await rebuild(false)).toMatchObject({ same: true });
  });
});

describe('the tables', () => {
  it('have ids of accounts, traits and amounts, and nothing else of persons', async () => {
    const sql =
      'SELECT DISTINCT name FROM system.columns WHERE database = currentDatabase() ORDER BY name';
    const columns = await stores.clickHouse.rows<{ name: string }>(sql);
    expect(columns.map(({ name }) => name)).toEqual([
      ...['affiliate_id', 'amount_minor', 'brand_id', 'browser', 'campaign_id', 'conversion_id'],
      ...[
        'converted_at',
        'country',
        'currency',
        'day',
        'device',
        'duplicate_clicks',
        'event',
        'hour',
      ],
      ...[
        'id',
        'invalid_clicks',
        'is_deleted',
        'link_id',
        'minute',
        'name',
        'order_id',
        'paid_minor',
      ],
      ...[
        'refunded_minor',
        'refused_clicks',
        'status',
        'unique_clicks',
        'utm_campaign',
        'utm_content',
      ],
      ...['utm_medium', 'utm_source', 'utm_term', 'value', 'value_minor', 'version', 'written_at'],
    ]);
  });

  it('are created again by every start, and refused where a later release made them', async () => {
    await createTables(stores.clickHouse);
    await raiseState(stores.clickHouse, 'schema', 99);
    await expect(createTables(stores.clickHouse)).rejects.toThrow('of a later release');
  });
});
