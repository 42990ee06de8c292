import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { clicksRecorded } from '@tributary/contracts';
import { openProxy, type Proxy } from '@tributary/messaging/testing/proxy';
import { eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { decodeClicks } from '../../domain/click-batch.ts';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const PRODUCE = 0;

describe('redirects while Kafka is unavailable', () => {
  let kafka: Proxy;
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    kafka = await openProxy((process.env['KAFKA_BROKERS'] ?? '').split(',')[0] ?? '', true);
    tracking = await openTracking({}, 1, kafka);
    probe = await openEventProbe(tracking.env, ['tracking.clicks']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
    await kafka.close();
  });

  /** Follows a link several times. @returns the ids of the clicks */
  const visit = async (code: string, count: number): Promise<string[]> => {
    const answers = await Promise.all(Array.from({ length: count }, () => tracking.follow(code)));
    expect(answers.filter(({ status }) => status !== 302).map(({ body }) => body)).toEqual([]);
    return answers.map((answered) => tracking.clickIdOf(answered));
  };
  const spooled = async (): Promise<string> => {
    const directory = path.join(tracking.spool, tracking.env['NAMESPACE'] ?? '');
    const names = await readdir(directory);
    const files = await Promise.all(
      // A file that was replayed meanwhile no longer exists.
      names.map((name) => readFile(path.join(directory, name), 'utf8').catch(() => '')),
    );
    return files.join('');
  };
  const storedIds = async (linkId: string): Promise<string[]> => {
    const rows = await tracking.collection('clicks').find({ linkId }).toArray();
    return rows.map(({ _id }) => _id).sort();
  };
  /** Expects exactly these clicks. */
  const expectStored = async (linkId: string, ids: readonly string[]) => {
    const stored = await eventually(async () => {
      const found = await storedIds(linkId);
      return found.length >= ids.length && (await spooled()) === '' ? found : undefined;
    });
    expect(stored).toEqual([...ids].sort());
    // A repeated publication has the same id.
    const published = await eventually(() => {
      const clicks = probe.events(clicksRecorded).flatMap(({ data }) => decodeClicks(data));
      const mine = clicks.filter((click) => click.linkId === linkId);
      const own = new Set(mine.map(({ clickId }) => clickId));
      return own.size >= ids.length ? own : undefined;
    });
    expect(published).toEqual(new Set(ids));
  };

  it('have a click_id from the local disk, and each is one click once Kafka is back', async () => {
    const { link } = tracking.aLinkTo();
    const before = await eventually(() => visit(link.trackingCode, 1));
    kafka.setDown(true);
    const spooledIds: string[] = [];
    for (let round = 0; round < 5; round += 1)
      spooledIds.push(...(await visit(link.trackingCode, 20)));
    const onDisk = await spooled();
    expect(spooledIds.filter((id) => !onDisk.includes(id))).toEqual([]);
    const body = { click_id: spooledIds[50], transaction_id: 'meanwhile', order_value: 1 };
    const order = await tracking.call('POST', '/api/track/conversion', { body });
    expect(order.status).toBe(201);
    expect(await storedIds(link.linkId)).not.toContain(spooledIds[50]);
    kafka.setDown(false);
    const after = await visit(link.trackingCode, 9);
    const ids = [...before, ...spooledIds, ...after];
    expect(new Set(ids).size).toBe(110);
    await expectStored(link.linkId, ids);
  });

  it('are one click each where Kafka stored them and only its answer was lost', async () => {
    const { link } = tracking.aLinkTo();
    const first = await eventually(() => visit(link.trackingCode, 1));
    let lost = 0;
    kafka.onAnswer = (apiKey) => {
      if (apiKey !== PRODUCE || lost === 3) return 'forward';
      lost += 1;
      return 'cut';
    };
    const cut = [...(await visit(link.trackingCode, 10)), ...(await visit(link.trackingCode, 10))];
    await expectStored(link.linkId, [...first, ...cut]);
    kafka.onAnswer = undefined;
    expect(lost).toBeGreaterThan(0);
  });
});
