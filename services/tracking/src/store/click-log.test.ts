import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { clickBatch, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { type DirectEvent } from '@tributary/messaging';
import { openLog } from '@tributary/service';
import { aClick, eventually } from '@tributary/testing';
import { MIB } from '@tributary/units';
import { decodeClicks } from '../domain/click-batch.ts';
import { partsOfRow } from '../domain/click-parts.ts';
import { type ClickLog, openClickLog } from './click-log.ts';
import { openClickSpool } from './click-spool.ts';

const clickIdsOf = ({ payload = '' }: DirectEvent): string[] =>
  decodeClicks(clickBatch.parse(JSON.parse(payload))).map(({ clickId }) => clickId);

const cache = {
  saveLocally: () => undefined,
  forget: () => Promise.resolve(),
  saveAll: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findLatest: () => Promise.resolve(undefined),
  claimFirst: () => true,
  claimAll: (visitors: readonly unknown[]) => visitors.map(() => true),
};

const rest = {
  onStored: () => undefined,
  onRefused: () => undefined,
  yieldToCalls: () => Promise.resolve(),
};

const recorded = (clicks: ClickLog, row: ClickRow): Promise<void> =>
  new Promise((resolve) => {
    clicks.record({
      parts: partsOfRow(row),
      validity: row.validity,
      settle: (error) => {
        expect(error).toBeUndefined();
        resolve();
      },
    });
  });

describe('the click log', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'click-log-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const openSpool = () => openClickSpool({ directory, maxBytes: MIB });

  it('spools clicks while Kafka is unavailable, and publishes them under their own ids afterwards', async () => {
    const spool = await openSpool();
    const published: string[] = [];
    const kafka = { isDown: true, isHanging: false };
    const publisher = {
      send: (...events: readonly DirectEvent[]) => {
        if (kafka.isHanging) return new Promise<void>(() => undefined);
        if (kafka.isDown) return Promise.reject(unavailable('not_acknowledged'));
        published.push(...events.flatMap(clickIdsOf));
        return Promise.resolve();
      },
      setAside: () => Promise.resolve(),
      queued: () => 0,
      close: () => Promise.resolve(),
    };
    const log = openLog('tracking', 'silent');
    const clicks = openClickLog({ publisher, spool, cache, log, ackTimeoutMs: 50, ...rest });
    const [refused, hanging, later] = [aClick(), aClick(), aClick()];
    await recorded(clicks, refused);
    expect(await clicks.replay()).toBe(true);
    kafka.isHanging = true;
    await recorded(clicks, hanging);
    Object.assign(kafka, { isDown: false, isHanging: false });
    expect(await clicks.replay()).toBe(false);
    expect(published).toEqual([refused.clickId, hanging.clickId]);
    expect(spool.isEmpty()).toBe(true);
    await recorded(clicks, later);
    expect(published.at(-1)).toBe(later.clickId);
    await spool.close();
  });

  it('publishes many long clicks as several records that Kafka accepts', async () => {
    const spool = await openSpool();
    const sent: DirectEvent[] = [];
    const publisher = {
      send: (...events: readonly DirectEvent[]) => {
        sent.push(...events);
        return Promise.resolve();
      },
      setAside: () => Promise.resolve(),
      queued: () => 0,
      close: () => Promise.resolve(),
    };
    const log = openLog('tracking', 'silent');
    const clicks = openClickLog({ publisher, spool, cache, log, ackTimeoutMs: 5_000, ...rest });
    const rows = Array.from({ length: 400 }, () => aClick({ referrer: '€'.repeat(2_000) }));
    await Promise.all(rows.map((row) => recorded(clicks, row)));
    const sizes = sent.map(({ payload = '' }) => Buffer.byteLength(payload));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(MIB);
    expect(sent.flatMap(clickIdsOf)).toEqual(rows.map(({ clickId }) => clickId));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    await spool.close();
  });

  it('stores clicks in the spool as well where Kafka acknowledges them much later than usual', async () => {
    const spool = await openSpool();
    const published: string[] = [];
    const slow = Promise.withResolvers<undefined>();
    let isSlow = true;
    const publisher = {
      send: async (...events: readonly DirectEvent[]) => {
        if (isSlow) await slow.promise;
        published.push(...events.flatMap(clickIdsOf));
      },
      setAside: () => Promise.resolve(),
      queued: () => 0,
      close: () => Promise.resolve(),
    };
    const log = openLog('tracking', 'silent');
    const clicks = openClickLog({ publisher, spool, cache, log, ackTimeoutMs: 60_000, ...rest });
    const [late, later, next] = [aClick(), aClick(), aClick()];
    await recorded(clicks, late);
    await recorded(clicks, later);
    expect(published).toEqual([]);
    expect(spool.isEmpty()).toBe(false);
    isSlow = false;
    slow.resolve(undefined);
    expect(await clicks.replay()).toBe(false);
    expect(published.toSorted()).toEqual(
      [late, late, later, later].map(({ clickId }) => clickId).toSorted(),
    );
    await recorded(clicks, next);
    expect(spool.isEmpty()).toBe(true);
    expect(published.at(-1)).toBe(next.clickId);
    await spool.close();
  });

  it('waits for a late acknowledgement where the spool is full', async () => {
    const spool = await openClickSpool({ directory, maxBytes: 1 });
    const slow = Promise.withResolvers<undefined>();
    const publisher = {
      send: () => slow.promise,
      setAside: () => Promise.resolve(),
      queued: () => 0,
      close: () => Promise.resolve(),
    };
    const log = openLog('tracking', 'silent');
    const clicks = openClickLog({ publisher, spool, cache, log, ackTimeoutMs: 60_000, ...rest });
    const stored = recorded(clicks, aClick());
    await eventually(() => spool.state().isFull);
    slow.resolve(undefined);
    await stored;
    await spool.close();
  });
});
