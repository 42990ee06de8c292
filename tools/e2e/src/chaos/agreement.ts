import { eventually } from '@tributary/testing';
import mongoose from 'mongoose';
import { type Client, type Fixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { type Acknowledged } from './load.ts';
import { listOf } from './report.ts';

const SETTLE_MS = 300_000;

interface Stored {
  readonly clicks: number;
  readonly missingClicks: number;
  readonly conversions: number;
  readonly missingConversions: number;
  readonly commissions: number;
  readonly earnedMinor: number;
}

async function storedData(
  namespace: string,
  mongoUrl: string,
  campaignId: string,
  known: Acknowledged,
): Promise<Stored> {
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  const rowsOf = (database: string, name: string) =>
    mongo.useDb(`${namespace}tributary_${database}`).collection<{ _id: string }>(name);
  const stored = async (name: string, acknowledged: ReadonlySet<string>) => {
    const missing = new Set(acknowledged);
    let count = 0;
    const ids = rowsOf('tracking', name).find({ campaignId }, { projection: { _id: 1 } });
    for await (const { _id } of ids) {
      count += 1;
      missing.delete(_id);
    }
    return { count, missing: missing.size };
  };
  const clicks = await stored('clicks', known.clicks);
  const conversions = await stored('conversions', known.conversions);
  const commissions = rowsOf('commission', 'commissions').aggregate<{
    count: number;
    earned: number;
  }>([
    { $match: { campaignId } },
    { $group: { _id: null, count: { $sum: 1 }, earned: { $sum: '$amountMinor' } } },
  ]);
  const [{ count, earned } = { count: 0, earned: 0 }] = await commissions.toArray();
  await mongo.close();
  return {
    clicks: clicks.count,
    missingClicks: clicks.missing,
    conversions: conversions.count,
    missingConversions: conversions.missing,
    commissions: count,
    earnedMinor: earned,
  };
}

interface Totals {
  readonly gross_clicks: number;
  readonly conversions: number;
  readonly earnings: number;
}

async function reportTotals(client: Client, { affiliate, campaignId }: Fixture): Promise<Totals> {
  await client.signIn(affiliate);
  const path = `/api/affiliate-reports?kind=campaign&start_date=2020-01-01&campaign_id=${campaignId}`;
  const { totals } = await client.must('GET', path, { token: affiliate.token });
  return totals as Totals;
}

/** What is compared, and two figures that are to be equal. */
type Pair = readonly [string, number, number];

type Compare = (known: Acknowledged, stored: Stored, totals: Totals) => readonly Pair[];

const arrivals: Compare = (known, stored, totals) => [
  ['acknowledged clicks that are not stored', 0, stored.missingClicks],
  ['acknowledged orders that are not stored', 0, stored.missingConversions],
  ['clicks stored and reported', stored.clicks, totals.gross_clicks],
  ['orders acknowledged and stored', known.conversions.size, stored.conversions],
  ['orders stored and reported', stored.conversions, totals.conversions],
];

const approvals: Compare = (known, stored, totals) => [
  ['orders acknowledged and approved', known.conversions.size, known.approved.size],
  ['approvals and commissions', known.approved.size, stored.commissions],
  ['cents of commissions and of reports', stored.earnedMinor, Math.round(totals.earnings * 100)],
];

/** The acknowledged, the stored and the reported: whose, and where they are found. */
interface Compared {
  readonly client: Client;
  readonly fixture: Fixture;
  readonly known: Acknowledged;
}

interface Comparison {
  readonly differences: readonly string[];
  readonly stored: Stored | undefined;
}

/** Compares until nothing differs, or the time is up. */
async function compareUntilEqual(
  { namespace, mongoUrl }: { readonly namespace: string; readonly mongoUrl: string },
  { client, fixture, known }: Compared,
  compare: Compare,
): Promise<Comparison> {
  let differences = ['nothing was compared'];
  let stored: Stored | undefined;
  await eventually(
    async () => {
      stored = await storedData(namespace, mongoUrl, fixture.campaignId, known);
      differences = compare(known, stored, await reportTotals(client, fixture))
        .filter(([, expected, found]) => expected !== found)
        .map(([what, expected, found]) => `${what}: ${String(expected)}, ${String(found)}`);
      return differences.length === 0;
    },
    { timeoutMs: SETTLE_MS, everyMs: 500 },
  ).catch(() => undefined);
  return { differences, stored };
}

/** Waits until every acknowledged click and order is stored and reported. @returns seconds */
export async function untilReported(
  { namespace }: Pick<TestSystem, 'namespace'>,
  mongoUrl: string,
  of: Compared,
): Promise<number> {
  const begun = performance.now();
  await compareUntilEqual({ namespace, mongoUrl }, of, arrivals);
  return (performance.now() - begun) / 1_000;
}

/** What was acknowledged against what is stored and reported. */
export interface Agreement {
  /** When all that was acknowledged was stored, booked and reported, by the monotonic clock, ms. */
  readonly agreedAt: number;
  /** Lines for people. */
  readonly lines: readonly string[];
  /** Broken invariants and differences; none where nothing was lost or doubled. */
  readonly problems: readonly string[];
}

/** Compares what the system acknowledged with its data, its reports and its invariants, once all has settled. */
export async function agreementOf(
  system: Pick<TestSystem, 'namespace' | 'violations'>,
  mongoUrl: string,
  of: Compared,
): Promise<Agreement> {
  const { namespace } = system;
  const all: Compare = (...found) => [...arrivals(...found), ...approvals(...found)];
  const { differences, stored } = await compareUntilEqual({ namespace, mongoUrl }, of, all);
  const agreedAt = performance.now();
  const violations = await system.violations(SETTLE_MS);
  const { known } = of;
  return {
    agreedAt,
    lines: [
      `clicks: ${String(known.clicks.size)} acknowledged, ${String(stored?.clicks)} stored`,
      `orders: ${String(known.conversions.size)} acknowledged, ${String(stored?.conversions)} stored, ${String(stored?.commissions)} commissions`,
      listOf('invariants broken', violations),
      listOf('differences', differences),
    ],
    problems: [...violations, ...differences],
  };
}
