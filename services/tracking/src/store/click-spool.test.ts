import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { clickBatch, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { type DirectEvent } from '@tributary/messaging';
import { openLog } from '@tributary/service';
import { aClick } from '@tributary/testing';
import { MIB } from '@tributary/units';
import { decodeClicks } from '../domain/click-batch.ts';
import { partsOfRow } from '../domain/click-parts.ts';
import { type ClickLog, openClickLog } from './click-log.ts';
import { openClickSpool } from './click-spool.ts';

const DEAD_PROCESS = 4_194_400;

/** The next append to any file writes half of its text and fails: the disk is full. */
async function breakNextAppend(directory: string) {
  const probe = await open(path.join(directory, 'probe'), 'a');
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  await rm(path.join(directory, 'probe'));
  const broken = mock.method(
    handles,
    'appendFile',
    async function halfway(this: typeof probe, text: string) {
      await this.write(text.slice(0, text.length / 2));
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
    { times: 1 },
  );
  return broken;
}

const clickIdsOf = ({ payload = '' }: DirectEvent): string[] =>
  decodeClicks(clickBatch.parse(JSON.parse(payload))).map(({ clickId }) => clickId);

const cache = {
  saveLocally: () => undefined,
  saveAll: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findLatest: () => Promise.resolve(undefined),
  claimFirst: () => true,
  claimAll: (visitors: readonly unknown[]) => visitors.map(() => true),
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

describe('the click spool', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'spool-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const openSpool = (maxBytes = MIB) => openClickSpool({ directory, maxBytes });
  const replayed = async (spool: Awaited<ReturnType<typeof openSpool>>): Promise<ClickRow[]> => {
    const clicks: ClickRow[] = [];
    await spool.replay((chunk) => {
      clicks.push(...chunk);
      return Promise.resolve();
    });
    return clicks;
  };

  it('stores appended clicks on the disk, replays them in order and deletes replayed files', async () => {
    const spool = await openSpool();
    const clicks = Array.from({ length: 1_200 }, () => aClick());
    await Promise.all(clicks.map((click) => spool.append([click])));
    expect(spool.isEmpty()).toBe(false);
    expect(await replayed(spool)).toEqual(clicks);
    expect(spool.isEmpty()).toBe(true);
    expect(await readdir(directory)).toEqual([]);
    await spool.close();
  });

  it('keeps clicks that could not be published', async () => {
    const spool = await openSpool();
    const click = aClick();
    await spool.append([click]);
    const refuse = () => Promise.reject(new Error('unavailable'));
    await expect(spool.replay(refuse)).rejects.toThrow('unavailable');
    await expect(spool.replay(refuse)).rejects.toThrow('unavailable');
    expect(await replayed(spool)).toEqual([click]);
    await spool.close();
  });

  it('replays the file of a dead process, except for an incomplete line, which was never acknowledged', async () => {
    const click = aClick();
    const orphan = path.join(directory, `${String(DEAD_PROCESS)}-x.open`);
    const torn = JSON.stringify(aClick()).slice(0, 100);
    await writeFile(orphan, `${JSON.stringify(click)}\n${torn}`);
    const spool = await openSpool();
    expect(spool.isEmpty()).toBe(false);
    expect(await replayed(spool)).toEqual([click]);
    expect(await readdir(directory)).toEqual([]);
    await spool.close();
  });

  it('does not take over the files of another instance on the same disk', async () => {
    const mine = await openSpool();
    const click = aClick();
    await mine.append([click]);
    const other = await openSpool();
    expect(other.isEmpty()).toBe(true);
    expect(await replayed(mine)).toEqual([click]);
    await mine.close();
    await other.close();
  });

  it('refuses clicks when it is full, and accepts them again after a replay', async () => {
    const spool = await openSpool(1_000);
    await spool.append([aClick()]);
    await expect(spool.append([aClick()])).rejects.toMatchObject({ code: 'click_spool_full' });
    expect(await replayed(spool)).toHaveLength(1);
    await spool.append([aClick()]);
    await spool.close();
  });

  it('keeps all acknowledged clicks when a write between them fails halfway', async () => {
    const spool = await openSpool();
    const clicks = [aClick(), aClick()] as const;
    await spool.append([clicks[0]]);
    const broken = await breakNextAppend(directory);
    await expect(spool.append([aClick()])).rejects.toMatchObject({ code: 'click_spool_full' });
    expect(broken.mock.callCount()).toBe(1);
    await spool.append([clicks[1]]);
    expect(await replayed(spool)).toEqual(clicks);
    expect(await readdir(directory)).toEqual([]);
    // The freed space is available again, to the byte.
    const small = await openSpool(1_000);
    await small.append([aClick()]);
    await small.close();
    await spool.close();
  });

  it('receives clicks while Kafka is unavailable, which are published under their own ids afterwards', async () => {
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
      queued: () => 0,
      close: () => Promise.resolve(),
    };
    const log = openLog('tracking', 'silent');
    const clicks = openClickLog({ publisher, spool, cache, log, ackTimeoutMs: 50 });
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

  it('is not needed for many long clicks, which go as several records that Kafka accepts', async () => {
    const spool = await openSpool();
    const sent: DirectEvent[] = [];
    const publisher = {
      send: (...events: readonly DirectEvent[]) => {
        sent.push(...events);
        return Promise.resolve();
      },
      queued: () => 0,
      close: () => Promise.resolve(),
    };
    const log = openLog('tracking', 'silent');
    const clicks = openClickLog({ publisher, spool, cache, log, ackTimeoutMs: 5_000 });
    const rows = Array.from({ length: 400 }, () => aClick({ referrer: '€'.repeat(2_000) }));
    await Promise.all(rows.map((row) => recorded(clicks, row)));
    const sizes = sent.map(({ payload = '' }) => Buffer.byteLength(payload));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(MIB);
    expect(sent.flatMap(clickIdsOf)).toEqual(rows.map(({ clickId }) => clickId));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    await spool.close();
  });
});
