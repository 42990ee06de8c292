import { eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { newRun } from '../../domain/payout-run.ts';
import { compareBooks } from '../../workflows/compare-books.ts';
import { collectOpenRuns, reconcileNow } from '../../testing/background-work.ts';
import {
  type At,
  calledBack,
  type Column,
  documents,
  effects,
  type Ending,
  openFaultTable,
  providers,
  type Row,
  rowBefore,
  rowOf,
  runRowOf,
  type SagaStep,
  stepInRow,
} from '../../testing/fault-table.ts';
import {
  callbacks,
  commands,
  creates,
  isBooked,
  queries,
  type Meaning,
  meaningOf,
  named,
  pairs,
} from '../../testing/fault-targets.ts';
import { startProcess } from '../../testing/start-process.ts';
import {
  type Affiliate as Person,
  type StartedPayout,
  startPayout,
} from '../../testing/start-payout.ts';

type Frequency = 'daily' | 'weekly' | 'biweekly' | 'monthly';
type Affiliate = Person & { readonly destination: string; readonly meaning: Meaning };

/**
 * Every step of a payout by every fault, at both providers. Each cell shows where the money is in the end; the table is
 * printed, and the three books are compared over all payouts.
 */
const table = openFaultTable();

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' });
  // Runs are collected where a cell needs it.
  await payout.service.workers.get('collect-payouts')?.stop();
});
afterEach(() => payout.atSandbox('DELETE', '/faults'));
afterAll(async () => {
  table.print();
  await payout.close();
});

const EARNED_MINOR = 6_000;
const endings = ['completed', 'failed', 'void', 'reversed'];

/** The state of an ended payout in each of the books. */
async function endingOf(id: string, ann: Affiliate): Promise<Ending> {
  const step = await eventually(
    async () => {
      const found = String((await payout.collection('payouts').findOne({ _id: id }))?.['step']);
      // A reversed payment is completed for a moment.
      const ends = ann.meaning === 'reversed' ? ['reversed'] : endings;
      return ends.includes(found) && found;
    },
    { timeoutMs: 90_000 },
  );
  const { availableMinor, reservedMinor, paidMinor } = payout.ledger.balance(ann.id);
  expect([step, availableMinor + reservedMinor + paidMinor]).toEqual([step, EARNED_MINOR]);
  const done = payout.ledger.effectsOf(id).join(' ');
  expect([step, done]).toEqual([step, effects.get(step) ?? done]);
  const written = await Promise.all(
    ['invoices', 'credit_notes'].map((name) => payout.collection(name).countDocuments({ _id: id })),
  );
  expect([step, written]).toEqual([step, documents.get(step) ?? [0, 0]]);
  return { step, ...(await payout.paymentsOf(id)), reservedMinor, paidMinor };
}

/** An affiliate with a payout account; without a frequency no run pays it, so that released amounts stay available. */
const anAffiliate = async (
  at: At,
  meaning: Meaning,
  frequency: Frequency | 'manual' = 'manual',
): Promise<Affiliate> => {
  const destination = named(at, meaning);
  const terms = { payout_frequency: frequency };
  const person = await payout.anAffiliateWith(terms, destination, EARNED_MINOR);
  return { ...person, destination, meaning };
};
/** Repeats a request that was too slow on a busy machine; such a request leaves nothing reserved. */
const idOfRequest = (ann: Affiliate) =>
  eventually(async () => {
    const { status, body } = await payout.request(ann, 60);
    return status === 200 && body.payout_id;
  });

let day = Date.UTC(2031, 0, 1);
/** An affiliate that is paid by the run of `beginRun`. */
const scheduled = (at: At, frequency: Frequency = 'daily') => anAffiliate(at, 'fine', frequency);
async function beginRun(frequency: Frequency = 'daily'): Promise<void> {
  day += DAY_MS;
  await payout.deps().runs.insert(newRun(frequency, new Date(day), new Date()));
  await collectOpenRuns(payout.deps());
}
const payoutOf = (ann: Affiliate) =>
  eventually(async () => {
    const made = await payout.collection('payouts').findOne({ affiliateId: ann.id });
    return made !== null && made._id;
  });

/** Drops the callback that would report what the faulty call should find out. */
const dropCallbackOf = ({ destination }: Affiliate, at: At) =>
  payout.fault(callbacks[at], 'drop_callback', { count: 1, match: destination });
describe('a provider or a ledger that fails', () => {
  const faults = {
    'fails before': { ledger: 'before', mode: 'error_before', more: {} },
    'fails after': { ledger: 'after', mode: 'error_after', more: {} },
    'answer lost': { ledger: 'after', mode: 'timeout_after', more: { ms: 0 } },
  } as const;
  type Kind = keyof typeof faults;
  const kinds = Object.keys(faults) as Kind[];

  async function arm(step: SagaStep, at: At, kind: Kind, ann: Affiliate): Promise<void> {
    const { ledger, mode, more } = faults[kind];
    if (isBooked(step)) payout.ledger.fail(commands[step], ledger, ann.id);
    else if (step === 'reserve') payout.ledger.fail('Reserve', ledger, ann.id);
    else if (step === 'confirm') {
      await dropCallbackOf(ann, at);
      await payout.fault(queries[at], mode, more);
    } else await armSubmit(at, kind, ann);
  }

  async function armSubmit(at: At, kind: Kind, ann: Affiliate): Promise<void> {
    const { mode, more } = faults[kind];
    await dropCallbackOf(ann, at);
    await payout.fault(creates[at], mode, { ...more, match: ann.destination });
  }

  /** A request whose caller gets an error. @returns the payout that is abandoned */
  async function refusedRequest(ann: Affiliate): Promise<string> {
    expect((await payout.request(ann, 60)).status).toBe(503);
    return payoutOf(ann);
  }

  /** Every injected fault must have been met, else a cell proves nothing. */
  async function everyFaultHit(): Promise<void> {
    const { faults: armed } = await payout.atSandbox('GET', '/faults');
    expect(armed.filter(({ hits }) => hits === 0)).toEqual([]);
    expect(payout.ledger.hasPendingFault()).toBe(false);
  }

  it.each(kinds)(
    '%s, at each step, leaves each payout paid once or its amount in the balance',
    async (kind) => {
      const cell = async (step: SagaStep, at: At): Promise<void> => {
        const ann = await anAffiliate(at, meaningOf(step));
        await arm(step, at, kind, ann);
        const id = step === 'reserve' ? await refusedRequest(ann) : await idOfRequest(ann);
        table.note(rowOf(step, at), kind, await endingOf(id, ann));
      };
      const together = pairs('reserve', 'submit', 'settle', 'release', 'reverse');
      await Promise.all(together.map(({ step, at }) => cell(step, at)));
      // In sequence, because a query names no destination that a fault could match.
      for (const at of providers) await cell('confirm', at);
      await everyFaultHit();
    },
    300_000,
  );

  it.each(kinds)(
    '%s, while a run is paid, does not change how its payouts end',
    async (kind) => {
      const { ledger } = faults[kind];
      const cells = await Promise.all(
        pairs('reserve', 'submit').map(async ({ step, at }) => {
          const ann = await scheduled(at);
          if (step === 'reserve') payout.ledger.fail('Reserve', ledger, ann.id);
          else await armSubmit(at, kind, ann);
          return { row: runRowOf(step, at), ann };
        }),
      );
      await beginRun();
      await Promise.all(
        cells.map(async ({ row, ann }) => {
          table.note(row, kind, await endingOf(await payoutOf(ann), ann));
        }),
      );
      await everyFaultHit();
    },
    300_000,
  );
});

describe('callbacks', () => {
  const modes = {
    'callback twice': { mode: 'duplicate_callback', more: { count: 4 } },
    // The first is delayed until the second was sent, where there is one.
    'callbacks swapped': { mode: 'reorder_callbacks', more: { count: 1, ms: 2_000 } },
    'callback lost': { mode: 'drop_callback', more: { count: 4 } },
  } as const;
  type Kind = keyof typeof modes;

  /** Wallets can report two states of one payment; these meanings make them do so. */
  const meaningFor = (step: SagaStep, at: At, kind: Kind): Meaning => {
    if (at === 'wallet' && kind === 'callbacks swapped') {
      if (step === 'confirm') return 'onhold';
      if (step === 'release') return 'returned';
    }
    return meaningOf(step);
  };

  it.each(Object.keys(modes) as Kind[])(
    '(%s) change nothing twice',
    async (kind) => {
      const { mode, more } = modes[kind];
      // In sequence, because each sent callback releases the delayed ones.
      for (const { step, at } of pairs(...calledBack)) {
        const ann = await anAffiliate(at, meaningFor(step, at, kind));
        await payout.fault(callbacks[at], mode, { ...more, match: ann.destination });
        const id = await idOfRequest(ann);
        if (step === 'reverse' && kind === 'callback lost') await reconcileReversal(id);
        table.note(rowOf(step, at), kind, await endingOf(id, ann));
        await payout.atSandbox('DELETE', '/faults');
      }
    },
    300_000,
  );

  /** A reversal without a callback is found only by the nightly reconciliation. */
  async function reconcileReversal(id: string): Promise<void> {
    await eventually(async () => {
      const { made, kept } = await payout.paymentsOf(id);
      return made === 1 && kept === 0;
    });
    await eventually(async () => {
      await reconcileNow(payout.deps());
      const found = await payout.collection('payouts').findOne({ _id: id });
      return found?.['step'] === 'reversed';
    });
  }
});

describe('processes that are killed', () => {
  const moments = { 'killed before': 'before', 'killed between': 'after' } as const;
  type Moment = keyof typeof moments;
  const columns = Object.keys(moments) as Moment[];
  /** Longer than the test. */
  const HANGS_MS = 900_000;
  interface Cell {
    readonly row: Row;
    readonly column: Column;
    readonly ann: Affiliate;
    readonly id: string;
  }
  type Process = Awaited<ReturnType<typeof startProcess>>;

  /** Makes the next such call hang. @returns a wait until it does */
  async function hangAt(target: string, column: Moment, match?: string) {
    const more = { ms: HANGS_MS, count: 1, ...(match === undefined ? {} : { match }) };
    const rule = await payout.fault(target, `timeout_${moments[column]}`, more);
    return () =>
      eventually(
        async () => {
          const { faults } = await payout.atSandbox('GET', '/faults');
          return faults.some((one) => one.id === rule.id && one.hits > 0);
        },
        { timeoutMs: 120_000 },
      );
  }

  /** A requested payout that hangs in a step after its reserve. */
  async function hangAlone(
    step: Exclude<SagaStep, 'reserve'>,
    at: At,
    column: Moment,
  ): Promise<Cell> {
    const ann = await anAffiliate(at, meaningOf(step));
    if (!isBooked(step)) await dropCallbackOf(ann, at);
    const hanging = isBooked(step)
      ? payout.ledger.hang(commands[step], moments[column], ann.id)
      : step === 'confirm'
        ? await hangAt(queries[at], column)
        : await hangAt(creates[at], column, ann.destination);
    const id = await idOfRequest(ann);
    await (typeof hanging === 'function' ? hanging() : hanging);
    return { row: rowOf(step, at), column, ann, id };
  }

  const cellOfRun = async (row: Row, column: Column, ann: Affiliate): Promise<Cell> => ({
    row,
    column,
    ann,
    id: await payoutOf(ann),
  });

  /** Each run has another frequency, because an amount whose reserve hangs is still available to the next run. */
  const frequencies = {
    submit: { 'killed before': 'daily', 'killed between': 'weekly' },
    // Separate runs, because a group waits for all of its reserves.
    reserve: { 'killed before': 'biweekly', 'killed between': 'monthly' },
  } as const;

  async function hangRun(step: 'submit' | 'reserve', column: Moment): Promise<Cell[]> {
    const frequency = frequencies[step][column];
    const people = await Promise.all(
      providers.map(async (at) => ({ at, ann: await scheduled(at, frequency) })),
    );
    const hanging = await Promise.all(
      people.map(async ({ at, ann }) => {
        if (step === 'submit') {
          await dropCallbackOf(ann, at);
          return hangAt(creates[at], column, ann.destination);
        }
        const reached = payout.ledger.hang('Reserve', moments[column], ann.id);
        return () => reached;
      }),
    );
    await beginRun(frequency);
    await Promise.all(hanging.map((reached) => reached()));
    return Promise.all(people.map(({ at, ann }) => cellOfRun(runRowOf(step, at), column, ann)));
  }

  /** A run that was submitted and hangs while its payments are polled. */
  async function hangAfterSubmit(): Promise<Cell[]> {
    const people = await Promise.all(
      providers.map(async (at) => ({ at, ann: await scheduled(at) })),
    );
    for (const { at, ann } of people) await dropCallbackOf(ann, at);
    const polls = [queries.card, 'walletco.items.get'];
    const hanging = await Promise.all(polls.map((target) => hangAt(target, 'killed before')));
    const { settings } = payout.sandbox;
    const { settle_ms: settleMs } = settings;
    // Slow enough that the wallet's items are not paid when they are first read.
    settings.settle_ms = 10_000;
    await beginRun();
    await Promise.all(hanging.map((reached) => reached()));
    settings.settle_ms = settleMs;
    return Promise.all(
      people.map(({ at, ann }) => cellOfRun(runRowOf('submit', at), 'killed after', ann)),
    );
  }

  /** A request to the process that will be killed, which hangs in its reserve. */
  async function hangReserve(at: At, column: Moment, { url }: Process) {
    const ann = await anAffiliate(at, 'fine');
    const hanging = payout.ledger.hang('Reserve', moments[column], ann.id);
    const body = { amount: 60, payment_method_id: ann.accountId };
    const answer = payout
      .call('POST', '/api/affiliate/payouts/request', { who: ann.who, body, base: url })
      .catch(() => undefined);
    await hanging;
    const cell: Cell = { row: rowOf('reserve', at), column, ann, id: await payoutOf(ann) };
    return { cell, answer };
  }

  /** Payouts that end in processes that are killed later. */
  const goThrough = (): Promise<Cell[]> =>
    Promise.all(
      pairs('settle', 'release', 'reverse').map(async ({ step, at }): Promise<Cell> => {
        const ann = await anAffiliate(at, meaningOf(step));
        const id = await idOfRequest(ann);
        await payout.settled(id, step === 'settle' ? 'completed' : 'failed', { timeoutMs: 60_000 });
        return { row: rowOf(step, at), column: 'killed after', ann, id };
      }),
    );

  async function requireHanging(cells: readonly Cell[]): Promise<void> {
    for (const { row, column, id } of cells) {
      if (column === 'killed after') continue;
      const found = await payout.collection('payouts').findOne({ _id: id });
      expect([row, column, found?.['step']]).toEqual([row, column, stepInRow(row)]);
    }
  }

  async function killInAllSteps(): Promise<Cell[]> {
    const env = {
      ...payout.env,
      PROVIDER_TIMEOUT_MS: String(HANGS_MS),
      PAYOUT_ABANDONED_SECONDS: '900',
      // Longer than the test, so that no process takes over a step that hangs in the other.
      PAYOUT_LEASE_SECONDS: '900',
    };
    // Two processes, because each submits one group at a time.
    const victims = [await startProcess(env), await startProcess(env)] as const;
    try {
      return await hangAndKill(victims);
    } finally {
      await Promise.all(victims.map((victim) => victim.kill()));
    }
  }

  async function hangAndKill(victims: readonly [Process, Process]): Promise<Cell[]> {
    const cells = await goThrough();
    cells.push(...(await hangAfterSubmit()));
    for (const step of ['submit', 'reserve'] as const) {
      for (const column of columns) cells.push(...(await hangRun(step, column)));
    }
    const rest = pairs('submit', 'settle', 'release', 'reverse');
    const hung = columns.flatMap((column) =>
      rest.map(({ step, at }) => hangAlone(step, at, column)),
    );
    cells.push(...(await Promise.all(hung)));
    // In sequence, because a query names no destination that a fault could match.
    for (const at of providers) {
      for (const column of columns) cells.push(await hangAlone('confirm', at, column));
    }
    await requireHanging(cells);
    const requests = await Promise.all(
      columns.flatMap((column) => providers.map((at) => hangReserve(at, column, victims[0]))),
    );
    const reserves = requests.map(({ cell }) => cell);
    await requireHanging(reserves);
    await Promise.all(victims.map((victim) => victim.kill()));
    await Promise.all(requests.map(({ answer }) => answer));
    payout.ledger.endHangs();
    await payout.atSandbox('DELETE', '/faults');
    await endLeases();
    return [...cells, ...reserves];
  }

  /** Ends the leases of the killed processes, and the time after which their requests are abandoned. */
  async function endLeases(): Promise<void> {
    for (const name of ['payouts', 'payout_batches', 'payout_runs']) {
      const claimed = { dueAt: { $type: 'date' } };
      await payout.collection(name).updateMany(claimed, { $set: { dueAt: new Date() } });
    }
  }

  it('before, between or after a call and its save are followed by one that ends every payout correctly', async () => {
    for (const worker of ['advance-payouts', 'advance-batches']) {
      await payout.service.workers.get(worker)?.stop();
    }
    const cells = await killInAllSteps();
    const survivor = await payout.startAnother();
    await survivor.workers.get('collect-payouts')?.stop();
    await Promise.all(
      cells.map(async ({ row, column, ann, id }) => {
        const ending = await endingOf(id, ann);
        table.note(row, column, ending);
        const before = rowBefore.get(row);
        if (column !== 'killed before' || before === undefined) return;
        table.note(before, 'killed after', ending);
      }),
    );
    await survivor.close();
  }, 600_000);
});

it('the providers’ books, the payouts and the ledger agree to the cent in the end', async () => {
  // On a slow machine a provider's list may come too late.
  const found = await eventually(() =>
    compareBooks(payout.deps(), { since: new Date(0), maxWaitMs: 20_000 }),
  );
  expect(found.differences).toEqual([]);
  // Every cell was tested, and ended correctly.
  expect(table.actual()).toEqual(table.correct());
}, 120_000);
