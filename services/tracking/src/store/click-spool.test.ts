import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { type ClickRow } from '@tributary/contracts';
import { aClick } from '@tributary/testing';
import { MIB, MINUTE_MS } from '@tributary/units';
import { type SpoolChunk } from './click-spool-files.ts';
import { openClickSpool } from './click-spool.ts';

const DEAD_PROCESS = 4_194_400;

/** The next appends to any file write half of their text and fail: the disk is full. */
async function breakAppends(directory: string, times: number) {
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
    { times },
  );
  return broken;
}

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
      clicks.push(...chunk.clicks);
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

  it('replays the files of a dead process whose number another process has now', async () => {
    const other = spawn(process.execPath, ['--eval', 'setInterval(() => 0, 1000)']);
    await once(other, 'spawn');
    const pid = String(other.pid);
    const before = new Date(Date.now() - MINUTE_MS);
    const clicks = [aClick(), aClick()] as const;
    const named = path.join(directory, `${pid}-earlierstart-spool-file.clicks`);
    // The version before named files by the process number alone.
    const earlier = path.join(directory, `${pid}-${randomUUID()}.open`);
    await writeFile(named, `${JSON.stringify(clicks[0])}\n`);
    await writeFile(earlier, `${JSON.stringify(clicks[1])}\n`);
    await utimes(earlier, before, before);
    const spool = await openSpool();
    expect(new Set(await replayed(spool))).toEqual(new Set(clicks));
    expect(await readdir(directory)).toEqual([]);
    await spool.close();
    other.kill();
  });

  it('finds the files of a process that dies later, once for two spools of one disk', async () => {
    const clock = mock.method(performance, 'now');
    const [one, two] = [await openSpool(), await openSpool()];
    const orphan = path.join(directory, `${String(DEAD_PROCESS)}-start-spool-file.clicks`);
    await writeFile(orphan, `${JSON.stringify(aClick())}\n`);
    clock.mock.mockImplementation(() => Number.MAX_SAFE_INTEGER);
    await Promise.all([one.takeOver(), two.takeOver()]);
    clock.mock.restore();
    expect([one.isEmpty(), two.isEmpty()].toSorted()).toEqual([false, true]);
    expect([...(await replayed(one)), ...(await replayed(two))]).toHaveLength(1);
    await one.close();
    await two.close();
  });

  it('passes on lines that fit no schema with their bytes, between the clicks around them', async () => {
    const clicks = [aClick(), aClick()] as const;
    const { linkId: _linkId, ...misfit } = aClick();
    const lines = [clicks[0], misfit, clicks[1]].map((row) => JSON.stringify(row));
    const orphan = path.join(directory, `${String(DEAD_PROCESS)}-start-spool-file.clicks`);
    await writeFile(orphan, `${lines.join('\n')}\nno json\n`);
    const spool = await openSpool();
    const chunks: SpoolChunk[] = [];
    await spool.replay((chunk) => {
      chunks.push(chunk);
      return Promise.resolve();
    });
    expect(chunks.flatMap((chunk) => chunk.clicks)).toEqual(clicks);
    const unreadable = chunks.flatMap((chunk) =>
      chunk.unreadable.map(({ bytes }) => String(bytes)),
    );
    expect(unreadable).toEqual([lines[1], 'no json']);
    await spool.close();
  });

  it('states what waits in it', async () => {
    const spool = await openSpool();
    expect(spool.state()).toEqual({ bytes: 0, files: 0, oldestMs: undefined, isFull: false });
    const row = aClick();
    const begun = Date.now();
    await spool.append([row]);
    const { bytes, files, oldestMs } = spool.state();
    expect({ bytes, files }).toEqual({ bytes: JSON.stringify(row).length + 1, files: 1 });
    expect(oldestMs).toBeGreaterThanOrEqual(begun);
    await replayed(spool);
    expect(spool.state()).toEqual({ bytes: 0, files: 0, oldestMs: undefined, isFull: false });
    await spool.close();
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
    const broken = await breakAppends(directory, 1);
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

  it('has one open file however many writes the disk refuses', async () => {
    const spool = await openSpool();
    const [first, second] = [aClick(), aClick()];
    await spool.append([first]);
    const broken = await breakAppends(directory, 100);
    for (let tries = 0; tries < 100; tries += 1) {
      await expect(spool.append([aClick()])).rejects.toMatchObject({
        code: 'click_spool_full',
        cause: { code: 'ENOSPC' },
      });
    }
    expect(broken.mock.callCount()).toBe(100);
    expect(await readdir(directory)).toHaveLength(1);
    expect(spool.state()).toMatchObject({ files: 1, isFull: true });
    broken.mock.restore();
    await spool.append([second]);
    expect(spool.state().isFull).toBe(false);
    expect(await replayed(spool)).toEqual([first, second]);
    await spool.close();
  });
});
