import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@tributary/units';
import type { Sandbox } from '../index.ts';
import {
  call,
  cardprocClient,
  eventsOf,
  eventually,
  first,
  openTestSandbox,
  receivedBy,
  walletcoClient,
} from '../test-sandbox.ts';
import { createBoundedList } from './bounded-list.ts';
import { openJournal } from './journal.ts';
import { createShelf, takeNumberedPage, takePage } from './shelf.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-books-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the journal', () => {
  const open = async (file: string): Promise<{ entries: number[]; append(n: number): void }> => {
    const entries: number[] = [];
    const journal = await openJournal<number>({
      file,
      replay: (entry) => entries.push(entry),
      snapshot: () => entries,
    });
    return {
      entries,
      append: (entry) => {
        journal.append(entry);
        journal.close();
      },
    };
  };

  it('replays what was appended, without a torn last line', async () => {
    const file = join(directory, 'deep', 'a.jsonl');
    (await open(file)).append(1);
    appendFileSync(file, '2\n{"torn":');
    const again = await open(file);
    expect(again.entries).toEqual([1, 2]);
    again.append(3);
    expect(readFileSync(file, 'utf8')).toBe('1\n2\n3\n');
  });

  it('refuses a file that is broken in the middle, rather than losing what follows', async () => {
    const file = join(directory, 'a.jsonl');
    writeFileSync(file, '1\n{{\n2\n');
    await expect(open(file)).rejects.toThrow('line 2 is broken');
    expect(readFileSync(file, 'utf8')).toBe('1\n{{\n2\n');
  });
});

describe('the books over a restart', () => {
  let sandbox: Sandbox;
  const reopen = async (hoursLater = 0): Promise<void> => {
    const clock = { now: () => new Date(Date.now() + hoursLater * HOUR_MS) };
    sandbox = await openTestSandbox({ dataDir: directory, clock });
  };
  beforeEach(() => reopen());
  afterEach(() => sandbox.close());

  it('keep cardproc transfers, keys, statement and what is still to happen', async () => {
    const before = cardprocClient(sandbox);
    const done = await before.transfer('a', { destination: 'acct_reversed' });
    await before.reach(done.body.id, 'reversed');
    sandbox.settings.settle_ms = HOUR_MS;
    const open = await before.transfer('b', { metadata: { payout_id: 'p1' } });
    await before.post('/accounts/acct_ann/verification', {});
    const statement = (await before.get('/balance_transactions')).body;
    await sandbox.close();

    await reopen(3);
    const after = cardprocClient(sandbox);
    expect((await after.get('/balance_transactions')).body).toEqual(statement);
    expect((await after.transfer('a', { destination: 'acct_reversed' })).body).toEqual(done.body);
    expect((await after.transfer('a', { amount: 1 })).status).toBe(409);
    const found = await after.get('/transfers?metadata[payout_id]=p1');
    expect(found.body.data[0]?.id).toBe(open.body.id);
    await after.reach(open.body.id, 'paid');
    const types = eventsOf(await receivedBy(sandbox, 'cardproc', 2)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['transfer.paid', 'account.updated']));
  });

  it('keep walletco batches and what is still to happen', async () => {
    const before = await walletcoClient(sandbox);
    sandbox.settings.settle_ms = HOUR_MS;
    const { body } = await before.payOut('batch-1', [
      { receiver: 'ann@example.com' },
      { receiver: 'reversed@example.com' },
    ]);
    await sandbox.close();

    await reopen(3);
    const after = await walletcoClient(sandbox);
    const batchId = body.batch_header.payout_batch_id;
    const again = await after.payOut('batch-1', [{ receiver: 'ann@example.com' }]);
    expect(again).toMatchObject({ status: 400, body: { payout_batch_id: batchId } });
    const { items } = await after.settled(batchId);
    await after.reach(items[1]!.payout_item_id, 'REVERSED');
    expect((await after.get('/reporting/transactions')).body.total_items).toBe(3);
  });

  const deliveryReaches = (state: string) =>
    eventually(async () => {
      const [event] = (await cardprocClient(sandbox).get('/events')).body.data;
      return event?.delivery.state === state ? true : undefined;
    });

  it('keep callbacks that are not delivered yet', async () => {
    const before = cardprocClient(sandbox);
    sandbox.settings.cardproc_callback_url = 'http://127.0.0.1:1/';
    const { body } = await before.transfer('a');
    await before.reach(body.id, 'paid');
    const event = first((await before.get('/events')).body.data);
    await sandbox.close();

    await reopen();
    const callbacks = await receivedBy(sandbox, 'cardproc', 1);
    expect(first(eventsOf(callbacks)).id).toBe(event.id);
    await deliveryReaches('delivered');
    await sandbox.close();

    await reopen();
    await deliveryReaches('delivered');
    expect((await call('GET', `${sandbox.urls.http}/receiver/cardproc`)).body.total).toBe(0);
  });
});

describe('a bounded list', () => {
  const aList = () => createBoundedList<string>({ items: 3, bytes: 10 }, ({ length }) => length);

  it('keeps the newest within its number, and counts all', () => {
    const list = aList();
    for (const item of ['a', 'b', 'c', 'd']) list.add(item);
    expect(list.newestFirst()).toEqual(['d', 'c', 'b']);
    expect(list.total()).toBe(4);
    list.clear();
    expect([list.newestFirst(), list.total(), list.bytes()]).toEqual([[], 0, 0]);
    expect(list.dropOldest()).toBe(0);
  });

  it('keeps the newest within its bytes, and always the last one', () => {
    const list = aList();
    for (const item of ['aaaaa', 'bbbbb', 'c']) list.add(item);
    expect(list.newestFirst()).toEqual(['c', 'bbbbb']);
    list.add('d'.repeat(50));
    expect(list.newestFirst()).toEqual(['d'.repeat(50)]);
    expect(list.bytes()).toBe(50);
  });
});

describe('a shelf', () => {
  it('replaces in place, lists newest first and never grows beyond its limit', () => {
    const shelf = createShelf<{ id: string; n: number }>(3);
    for (const id of ['a', 'b', 'c']) shelf.put({ id, n: 1 });
    shelf.put({ id: 'a', n: 2 });
    expect([...shelf.newestFirst()].map(({ id, n }) => `${id}${String(n)}`)).toEqual([
      'c1',
      'b1',
      'a2',
    ]);
    expect([...shelf.newestFirst('b')].map(({ id }) => id)).toEqual(['a']);
    expect([...shelf.newestFirst('unknown')]).toEqual([]);
    expect([shelf.hasRoomFor(0), shelf.hasRoomFor(1)]).toEqual([true, false]);
    expect(() => shelf.put({ id: 'd', n: 1 })).toThrow(RangeError);
  });

  it('pages by size and by number', () => {
    const all = (): boolean => true;
    expect(takePage([1, 2, 3], 2, all)).toEqual({ page: [1, 2], hasMore: true });
    expect(takePage([1, 2], 2, all)).toEqual({ page: [1, 2], hasMore: false });
    expect(takeNumberedPage([1, 2, 3], 2, 2)).toEqual({ items: [3], total: 3, totalPages: 2 });
    expect(takeNumberedPage([], 1, 2)).toEqual({ items: [], total: 0, totalPages: 0 });
  });
});
