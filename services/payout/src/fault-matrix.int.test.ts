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

/** What became of a payout's money, in two words; anything else is a mistake. */
async function outcomeOf(id: string, ann: Affiliate): Promise<string> {
  const ending = await eventually(
    async () => {
      const found = await payout.collection('payouts').findOne({ _id: id });
      const step = String(found?.['step']);
      return ['completed', 'failed', 'void', 'reversed'].includes(step) && step;
    },
    { timeoutMs: 40_000 },
  );
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

const somebody = async (destination: string, terms: object = {}) => {
  const ann = await payout.anAffiliateWith(terms, destination, 6_000);
  return { ...ann, destination };
};
const requested = async (destination: string) => {
  const ann = await somebody(destination);
  return { ann, id: (await payout.request(ann, 60)).body.payout_id };
};

let day = Date.UTC(2031, 0, 1);
/** A scheduled payout whose run was just collected. */
async function scheduled(destination: string) {
  const ann = await somebody(destination, { payout_frequency: 'daily' });
  day += 86_400_000;
  await payout.deps().runs.insert(newRun('daily', new Date(day), new Date()));
  return ann;
}
const payoutOf = (ann: Affiliate) =>
  eventually(async () => {
    const made = await payout.collection('payouts').findOne({ affiliateId: ann.id });
    return made !== null && made._id;
  });
const collect = async () => {
  while (await collectPayouts(payout.deps())()) {
    // Until no run has a page left.
  }
};

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
    confirm: 'cardproc.transfers.get',
  } as const;

  it.each(kinds)(
    '%s, at each step, leaves each payout paid once or its amount in the balance',
    async (kind) => {
      const { ledger, mode, more } = faults[kind];
      for (const row of alone) {
        if (isBooked(row)) payout.ledger.fail(commands[row], ledger);
        else if (row === 'reserve') payout.ledger.fail('Reserve', ledger);
        else await payout.fault(calls[row], mode, more);
        if (row === 'confirm')
          await payout.fault('cardproc.callbacks', 'drop_callback', { count: 1 });
        const { ann, id } = await requested(destinations[row]);
        // The caller of a reserve that failed is told so, and nothing is left of it.
        const named = row === 'reserve' ? await payoutOf(ann) : id;
        note(row, kind, await outcomeOf(named, ann));
        await payout.atSandbox('DELETE', '/faults');
      }
    },
    180_000,
  );

  it.each(kinds)(
    '%s, while a run is paid, changes nothing in its end',
    async (kind) => {
      const { ledger, mode, more } = faults[kind];
      const reserved = await scheduled('acct_fine');
      payout.ledger.fail('Reserve', ledger);
      await collect();
      note('reserve (scheduled)', kind, await outcomeOf(await payoutOf(reserved), reserved));
      const grouped = await scheduled('bob@example.com');
      await payout.fault('walletco.payouts.create', mode, more);
      await collect();
      note('submit (group)', kind, await outcomeOf(await payoutOf(grouped), grouped));
    },
    120_000,
  );
});

describe('callbacks', () => {
  const modes = {
    'callback twice': 'duplicate_callback',
    'callbacks swapped': 'reorder_callbacks',
    'callback lost': 'drop_callback',
  } as const;
  it.each(Object.keys(modes) as (keyof typeof modes)[])(
    '(%s) change nothing twice',
    async (kind) => {
      for (const row of ['confirm', 'release', 'take back'] as const) {
        await payout.fault('cardproc.callbacks', modes[kind], { count: 4, ms: 300 });
        const { ann, id } = await requested(destinations[row]);
        if (row === 'take back' && kind === 'callback lost') {
          // Nobody but the night's comparison can know of it.
          await eventually(async () => (await payout.transfersOf(id))[0]?.status === 'reversed');
          await eventually(async () => {
            await reconcileNightly(payout.deps())();
            return (
              (await payout.collection('payouts').findOne({ _id: id }))?.['step'] === 'reversed'
            );
          });
        } else if (row === 'take back') {
          await payout.settled(id, 'failed');
        }
        note(row, kind, await outcomeOf(id, ann));
        await payout.atSandbox('DELETE', '/faults');
      }
    },
    120_000,
  );
});

describe('a process that is killed', () => {
  const hits = async (id: string) => {
    const { faults } = await payout.atSandbox('GET', '/faults');
    return faults.some((one) => one.id === id && one.hits > 0);
  };
  const hanging = async (
    target: string,
    when: 'before' | 'after',
    begin: () => Promise<unknown>,
  ) => {
    const rule = await payout.fault(target, `timeout_${when}`, { ms: 60_000, count: 1 });
    const begun = await begin();
    await eventually(() => hits(rule.id), { timeoutMs: 20_000 });
    return begun;
  };

  /** Lets every step hang, before or after its effect, and kills the process that is in all of them. */
  async function killInAllSteps(when: 'before' | 'after') {
    const victim = await startProcess({ ...payout.env, PROVIDER_TIMEOUT_MS: '60000' });
    const cells = new Map<Row, { ann: Affiliate; id: string }>();
    const begin = async (row: Alone) => {
      const ann = await somebody(destinations[row]);
      const { payout_id: id } = (await payout.request(ann, 60)).body;
      cells.set(row, { ann, id });
      return id;
    };
    for (const row of ['settle', 'release', 'take back'] as const) {
      const id = await begin(row);
      await payout.ledger.hang(commands[row], when, id);
    }
    await payout.fault('cardproc.callbacks', 'drop_callback', { count: 1 });
    await hanging('cardproc.transfers.get', when, () => begin('confirm'));
    await hanging('cardproc.transfers.create', when, () => begin('submit (card)'));
    await hanging('walletco.payouts.create', when, () => begin('submit (wallet)'));
    const group = await scheduled('bob@example.com');
    await hanging('walletco.payouts.create', when, collect);
    cells.set('submit (group)', { ann: group, id: await payoutOf(group) });
    const run = await scheduled('acct_fine');
    const reached = payout.ledger.hang('Reserve', when);
    await collect();
    await reached;
    cells.set('reserve (scheduled)', { ann: run, id: await payoutOf(run) });
    const waiting = await somebody('acct_fine');
    const asked = payout.ledger.hang('Reserve', when);
    const answer = payout
      .call('POST', '/api/affiliate/payouts/request', {
        who: waiting.who,
        body: { amount: 60, payment_method_id: waiting.accountId },
        base: victim.url,
      })
      .catch(() => undefined);
    await asked;
    await victim.kill();
    await answer;
    cells.set('reserve', { ann: waiting, id: await payoutOf(waiting) });
    // Its maker is dead; what it made is given up when this is over.
    await payout
      .collection('payouts')
      .updateOne({ _id: cells.get('reserve')!.id }, { $set: { dueAt: new Date() } });
    return cells;
  }

  it('before or between a call and what is written down of it, is followed by one that ends everything well', async () => {
    for (const worker of ['advance-payouts', 'advance-batches']) {
      await payout.service.workers.get(worker)?.stop();
    }
    const before = await killInAllSteps('before');
    await payout.atSandbox('DELETE', '/faults');
    const between = await killInAllSteps('after');
    await payout.atSandbox('DELETE', '/faults');
    const survivor = await payout.startAnother();
    await survivor.workers.get('collect-payouts')?.stop();
    for (const [row, { ann, id }] of before) {
      const outcome = await outcomeOf(id, ann);
      note(row, 'killed before', outcome);
      // Killed before one step is killed after the one before it was written down.
      if (row === 'submit (card)') note('reserve', 'killed after', outcome);
      if (row === 'confirm') note('submit (card)', 'killed after', outcome);
      if (row === 'submit (group)') note('reserve (scheduled)', 'killed after', outcome);
    }
    for (const [row, { ann, id }] of between) note(row, 'killed between', await outcomeOf(id, ann));
    await survivor.close();
  }, 240_000);

  it('after what it did is written down has nothing to be made good', async () => {
    const victim = await startProcess({ ...payout.env, PROVIDER_TIMEOUT_MS: '60000' });
    const cells: [Row, Affiliate, string][] = [];
    for (const row of ['settle', 'release', 'take back', 'confirm', 'submit (wallet)'] as const) {
      const { ann, id } = await requested(destinations[row]);
      const ends = row === 'release' || row === 'take back' ? 'failed' : 'completed';
      await payout.settled(id, ends);
      cells.push([row, ann, id]);
    }
    const group = await scheduled('bob@example.com');
    await collect();
    const grouped = await payoutOf(group);
    await payout.settled(grouped, 'completed');
    cells.push(['submit (group)', group, grouped]);
    await victim.kill();
    const survivor = await payout.startAnother();
    for (const [row, ann, id] of cells) note(row, 'killed after', await outcomeOf(id, ann));
    await survivor.close();
  }, 120_000);
});

it('all of it adds up: the providers’ books, the payouts and the ledger agree to the cent', async () => {
  const found = await reconcileBooks(payout.deps(), { since: new Date(0), patienceMs: 20_000 });
  expect(found.differences).toEqual([]);
  // No cell that was looked at ended otherwise than well.
  const endings = new Set(table.values());
  expect([...endings].sort()).toEqual(['back in balance', 'nothing left', 'paid once', 'released']);
}, 60_000);
