import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { startProcess } from './testing/start-process.ts';
import { collectPayouts } from './features/collect-payouts/collect-payouts.ts';
import { newRun } from './domain/payout-run.ts';
import { reconcileNightly } from './features/reconcile-books/reconcile-nightly.ts';
import { reconcileBooks } from './features/reconcile-books/reconcile-books.ts';
import {
  type Affiliate as Person,
  type StartedPayout,
  startPayout,
} from './testing/start-payout.ts';

type Affiliate = Person & { readonly destination: string };

/**
 * Every step of a payout by every fault. Each cell says what became of the money; the table is printed at the
 * end, and the three books are compared over all of it.
 */
const rows = [
  'reserve',
  'reserve (scheduled)',
  'submit (card)',
  'submit (wallet)',
  'submit (group)',
  'confirm',
  'settle',
  'release',
  'take back',
] as const;
const columns = [
  'killed before',
  'killed between',
  'killed after',
  'fails before',
  'fails after',
  'answer lost',
  'callback twice',
  'callbacks swapped',
  'callback lost',
] as const;
type Row = (typeof rows)[number];
type Column = (typeof columns)[number];
const table = new Map<string, string>();

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' });
  // Runs are opened and collected where a cell says so.
  await payout.service.workers.get('collect-payouts')?.stop();
});
afterEach(() => payout.atSandbox('DELETE', '/faults'));
afterAll(async () => {
  printTable();
  await payout.close();
});

function printTable(): void {
  const width = 20;
  const line = (cells: readonly string[]) => cells.map((cell) => cell.padEnd(width)).join('');
  const lines = rows.map((row) =>
    line([row, ...columns.map((column) => table.get(`${row}/${column}`) ?? '·')]),
  );
  process.stdout.write(`\n${[line(['step', ...columns]), ...lines].join('\n')}\n`);
}

const endings = ['completed', 'failed', 'void', 'reversed'];

/** What became of a payout's money, in two words; anything else is a mistake. */
async function outcomeOf(id: string, ann: Affiliate): Promise<string> {
  const ending = await eventually(async () => {
    const found = await payout.collection('payouts').findOne({ _id: id });
    const step = String(found?.['step']);
    // What the provider takes back is completed for a moment.
    const ends = ann.destination === 'acct_reversed' ? ['reversed'] : endings;
    return ends.includes(step) && step;
  });
  const { availableMinor, reservedMinor, paidMinor } = payout.ledger.balance(ann.id);
  expect([ending, reservedMinor, availableMinor + paidMinor]).toEqual([ending, 0, 6_000]);
  const effects = payout.ledger.effectsOf(id).join(' ');
  const alive = (await payout.transfersOf(id)).filter(({ status }) => status === 'paid');
  if (ending === 'completed') {
    expect([effects, paidMinor]).toEqual(['Reserve Settle', 6_000]);
    expect(alive.length).toBe(ann.destination.includes('@') ? 0 : 1);
    return 'paid once';
  }
  expect([alive.length, paidMinor]).toEqual([0, 0]);
  if (ending === 'reversed') {
    expect(effects).toBe('Reserve Settle Restore');
    return 'back in balance';
  }
  return ending === 'void' ? 'nothing left' : 'released';
}

const note = (row: Row, column: Column, outcome: string): void => {
  table.set(`${row}/${column}`, outcome);
};

/** Which destination makes a payout go through a step. */
const destinations = {
  reserve: 'acct_fine',
  'submit (card)': 'acct_fine',
  'submit (wallet)': 'ann@example.com',
  confirm: 'acct_fine',
  settle: 'acct_fine',
  release: 'acct_declined',
  'take back': 'acct_reversed',
} as const;
type Alone = keyof typeof destinations;
const alone = Object.keys(destinations) as Alone[];
const commands = { settle: 'Settle', release: 'Release', 'take back': 'Restore' } as const;
const isBooked = (row: Alone): row is keyof typeof commands => row in commands;

/** A name of its own, so that a fault can mean one payout alone; names with a meaning stay. */
const named = (destination: string): string => {
  const own = randomUUIDv7().replaceAll('-', '');
  if (destination === 'acct_fine') return `acct_${own}`;
  return destination.includes('@') ? `${own}@example.com` : destination;
};
const somebody = async (destination: string, terms: object = {}) => {
  const name = named(destination);
  return { ...(await payout.anAffiliateWith(terms, name, 6_000)), destination: name };
};
const idOfRequest = async (ann: Affiliate) => (await payout.request(ann, 60)).body.payout_id;

let day = Date.UTC(2031, 0, 1);
type Frequency = 'daily' | 'weekly';
/** Whom a run pays that is begun by `beginRun`. */
const scheduled = (destination: string, frequency: Frequency = 'daily') =>
  somebody(destination, { payout_frequency: frequency });
async function beginRun(frequency: Frequency = 'daily'): Promise<void> {
  day += 86_400_000;
  await payout.deps().runs.insert(newRun(frequency, new Date(day), new Date()));
  while (await collectPayouts(payout.deps())()) {
    // Until no run has a page left.
  }
}
const payoutOf = (ann: Affiliate) =>
  eventually(async () => {
    const made = await payout.collection('payouts').findOne({ affiliateId: ann.id });
    return made !== null && made._id;
  });
const dropCallbacksOf = (ann: Affiliate) =>
  payout.fault('cardproc.callbacks', 'drop_callback', { count: 1, match: ann.destination });

describe('a provider or a ledger that fails', () => {
  const faults = {
    'fails before': { ledger: 'before', mode: 'error_before', more: {} },
    'fails after': { ledger: 'after', mode: 'error_after', more: {} },
    'answer lost': { ledger: 'after', mode: 'timeout_after', more: { ms: 0 } },
  } as const;
  const kinds = Object.keys(faults) as (keyof typeof faults)[];
  const calls = {
    'submit (card)': 'cardproc.transfers.create',
    'submit (wallet)': 'walletco.payouts.create',
  } as const;

  async function arm(row: Alone, kind: keyof typeof faults, ann: Affiliate): Promise<void> {
    const { ledger, mode, more } = faults[kind];
    if (isBooked(row)) payout.ledger.fail(commands[row], ledger, ann.id);
    else if (row === 'reserve') payout.ledger.fail('Reserve', ledger, ann.id);
    else if (row === 'confirm') {
      await dropCallbacksOf(ann);
      await payout.fault('cardproc.transfers.get', mode, more);
    } else await payout.fault(calls[row], mode, { ...more, match: ann.destination });
  }

  /** No cell is called good whose fault never came. */
  async function everyFaultHit(): Promise<void> {
    const { faults: armed } = await payout.atSandbox('GET', '/faults');
    expect(armed.filter(({ hits }) => hits === 0)).toEqual([]);
    expect(payout.ledger.isArmed).toBe(false);
  }

  it.each(kinds)(
    '%s, at each step, leaves each payout paid once or its amount in the balance',
    async (kind) => {
      const cell = async (row: Alone): Promise<void> => {
        const ann = await somebody(destinations[row]);
        await arm(row, kind, ann);
        const id = await idOfRequest(ann);
        // The caller of a reserve that failed is told so, and nothing is left of it.
        note(row, kind, await outcomeOf(row === 'reserve' ? await payoutOf(ann) : id, ann));
      };
      await Promise.all(alone.filter((row) => row !== 'confirm').map(cell));
      // By itself, as a question names no destination that a fault could mean.
      await cell('confirm');
      await everyFaultHit();
    },
    180_000,
  );

  it.each(kinds)(
    '%s, while a run is paid, changes nothing in its end',
    async (kind) => {
      const { ledger, mode, more } = faults[kind];
      const reserved = await scheduled('acct_fine');
      const grouped = await scheduled('bob@example.com');
      payout.ledger.fail('Reserve', ledger, reserved.id);
      await payout.fault('walletco.payouts.create', mode, { ...more, match: grouped.destination });
      await beginRun();
      note('reserve (scheduled)', kind, await outcomeOf(await payoutOf(reserved), reserved));
      note('submit (group)', kind, await outcomeOf(await payoutOf(grouped), grouped));
      await everyFaultHit();
    },
    120_000,
  );
});

describe('callbacks', () => {
  const modes = {
    'callback twice': { mode: 'duplicate_callback', more: { count: 4 } },
    // The first waits until the second was sent, where there is one.
    'callbacks swapped': { mode: 'reorder_callbacks', more: { count: 1, ms: 300 } },
    'callback lost': { mode: 'drop_callback', more: { count: 4 } },
  } as const;
  it.each(Object.keys(modes) as (keyof typeof modes)[])(
    '(%s) change nothing twice',
    async (kind) => {
      const { mode, more } = modes[kind];
      // One after the other, as each callback that is sent releases those that are held.
      for (const row of ['confirm', 'release', 'take back'] as const) {
        const ann = await somebody(destinations[row]);
        await payout.fault('cardproc.callbacks', mode, { ...more, match: ann.destination });
        const id = await idOfRequest(ann);
        if (row === 'take back' && kind === 'callback lost') await learnAtNight(id);
        else if (row === 'take back') await payout.settled(id, 'failed');
        note(row, kind, await outcomeOf(id, ann));
        await payout.atSandbox('DELETE', '/faults');
      }
    },
    120_000,
  );

  /** Nobody but the night's comparison can know of what was taken back without a callback. */
  async function learnAtNight(id: string): Promise<void> {
    await eventually(async () => (await payout.transfersOf(id))[0]?.status === 'reversed');
    await eventually(async () => {
      await reconcileNightly(payout.deps())();
      const found = await payout.collection('payouts').findOne({ _id: id });
      return found?.['step'] === 'reversed';
    });
  }
});

describe('processes that are killed', () => {
  const moments = { 'killed before': 'before', 'killed between': 'after' } as const;
  type Moment = keyof typeof moments;
  interface Cell {
    readonly row: Row;
    readonly column: Column;
    readonly ann: Affiliate;
    readonly id: string;
  }
  type Process = Awaited<ReturnType<typeof startProcess>>;

  /** Resolves once a call hit the fault, and thus hangs. */
  async function hangingAt(target: string, moment: Moment, match?: string) {
    const more = { ms: 60_000, count: 1, ...(match === undefined ? {} : { match }) };
    const rule = await payout.fault(target, `timeout_${moments[moment]}`, more);
    return eventually(async () => {
      const { faults } = await payout.atSandbox('GET', '/faults');
      return faults.some((one) => one.id === rule.id && one.hits > 0);
    });
  }

  /** What a request goes through before it is settled, released or taken back, and those. */
  async function hangAlone(row: Alone, column: Moment): Promise<Cell> {
    const ann = await somebody(destinations[row]);
    const at = moments[column];
    if (row === 'confirm') await dropCallbacksOf(ann);
    const hanging = isBooked(row)
      ? payout.ledger.hang(commands[row], at, ann.id)
      : row === 'confirm'
        ? hangingAt('cardproc.transfers.get', column)
        : hangingAt(
            row === 'submit (card)' ? 'cardproc.transfers.create' : 'walletco.payouts.create',
            column,
            ann.destination,
          );
    const id = await idOfRequest(ann);
    await hanging;
    return { row, column, ann, id };
  }

  /** A run's own steps: its reserve, and the call for a group. */
  async function hangRun(column: Moment): Promise<Cell[]> {
    const frequency = column === 'killed before' ? 'daily' : 'weekly';
    const reserved = await scheduled('acct_fine', frequency);
    const grouped = await scheduled('bob@example.com', frequency);
    const hanging = [
      payout.ledger.hang('Reserve', moments[column], reserved.id),
      hangingAt('walletco.payouts.create', column, grouped.destination),
    ];
    await beginRun(frequency);
    await Promise.all(hanging);
    return [
      { row: 'reserve (scheduled)', column, ann: reserved, id: await payoutOf(reserved) },
      { row: 'submit (group)', column, ann: grouped, id: await payoutOf(grouped) },
    ];
  }

  /** A request whose caller waits for the reserve, at the process that is to die. */
  async function hangReserve(column: Moment, { url }: Process) {
    const ann = await somebody('acct_fine');
    const hanging = payout.ledger.hang('Reserve', moments[column], ann.id);
    const answer = payout
      .call('POST', '/api/affiliate/payouts/request', {
        who: ann.who,
        body: { amount: 60, payment_method_id: ann.accountId },
        base: url,
      })
      .catch(() => undefined);
    await hanging;
    const cell: Cell = { row: 'reserve', column, ann, id: await payoutOf(ann) };
    return { cell, answer };
  }

  /** Lets every step end, and what it did be written down, in processes that die later. */
  async function goThrough(): Promise<Cell[]> {
    const column = 'killed after';
    const through = ['settle', 'release', 'take back', 'confirm', 'submit (wallet)'] as const;
    const ofRun = await scheduled('bob@example.com');
    const [grouped, ...cells] = await Promise.all([
      beginRun().then(async (): Promise<Cell> => {
        const id = await payoutOf(ofRun);
        await payout.settled(id, 'completed');
        return { row: 'submit (group)', column, ann: ofRun, id };
      }),
      ...through.map(async (row): Promise<Cell> => {
        const ann = await somebody(destinations[row]);
        const id = await idOfRequest(ann);
        const isPaid = row !== 'release' && row !== 'take back';
        await payout.settled(id, isPaid ? 'completed' : 'failed');
        return { row, column, ann, id };
      }),
    ]);
    return [grouped, ...cells];
  }

  async function killInAllSteps(): Promise<Cell[]> {
    const start = () => startProcess({ ...payout.env, PROVIDER_TIMEOUT_MS: '60000' });
    // Two, as each gives one group at a time to a provider.
    const victims = await Promise.all([start(), start()]);
    const cells = await goThrough();
    const columns = Object.keys(moments) as Moment[];
    for (const column of columns) cells.push(...(await hangRun(column)));
    const rest = alone.filter((row) => row !== 'reserve' && row !== 'confirm');
    const hung = columns.flatMap((column) => rest.map((row) => hangAlone(row, column)));
    cells.push(...(await Promise.all(hung)));
    // One after the other, as a question names no destination that a fault could mean.
    for (const column of columns) cells.push(await hangAlone('confirm', column));
    const asked = await Promise.all(columns.map((column) => hangReserve(column, victims[0])));
    await Promise.all(victims.map((victim) => victim.kill()));
    await Promise.all(asked.map(({ answer }) => answer));
    payout.ledger.letGo();
    await payout.atSandbox('DELETE', '/faults');
    // Their maker is dead; what it made is given up when this is over.
    const ids = asked.map(({ cell }) => cell.id);
    await payout
      .collection('payouts')
      .updateMany({ _id: { $in: ids } }, { $set: { dueAt: new Date() } });
    return [...cells, ...asked.map(({ cell }) => cell)];
  }

  it('before, between or after a call and what is written down of it are followed by one that ends everything well', async () => {
    for (const worker of ['advance-payouts', 'advance-batches']) {
      await payout.service.workers.get(worker)?.stop();
    }
    const cells = await killInAllSteps();
    const survivor = await payout.startAnother();
    await survivor.workers.get('collect-payouts')?.stop();
    await Promise.all(
      cells.map(async ({ row, column, ann, id }) => {
        const outcome = await outcomeOf(id, ann);
        note(row, column, outcome);
        // Killed before one step is killed after the one before it was written down.
        if (column !== 'killed before') return;
        if (row === 'submit (card)') note('reserve', 'killed after', outcome);
        if (row === 'confirm') note('submit (card)', 'killed after', outcome);
        if (row === 'submit (group)') note('reserve (scheduled)', 'killed after', outcome);
      }),
    );
    await survivor.close();
  }, 240_000);
});

it('all of it adds up: the providers’ books, the payouts and the ledger agree to the cent', async () => {
  const found = await reconcileBooks(payout.deps(), { since: new Date(0), patienceMs: 20_000 });
  expect(found.differences).toEqual([]);
  // No cell that was looked at ended otherwise than well.
  const endings = new Set(table.values());
  expect([...endings].sort()).toEqual(['back in balance', 'nothing left', 'paid once', 'released']);
}, 60_000);
