import { type Transaction } from '@tributary/mongo';
import { clicksIn, minuteRollups } from '../domain/click-minute.ts';
import {
  changeOf,
  CLICK_RETENTION_MS,
  clickRollups,
  commissionRollups,
  conversionRollups,
  type Rollup,
} from '../domain/rollup.ts';
import { type CampaignDay } from '../store/audit-store.ts';
import { type Snapshot, type storesOf } from '../store/stores.ts';

export interface RebuildReport {
  readonly same: boolean;
  /** Days of campaigns that were recounted. */
  readonly days: number;
  readonly facts: number;
  readonly wrongSums: number;
  /** The first wrong sums: what each lacked, or negative what it had too much. */
  readonly differences: readonly { readonly id: string; readonly figures: object }[];
  readonly repaired: boolean;
}

interface Rebuilding {
  /** Reads everything as of one moment. */
  readonly snapshot: Snapshot;
  readonly transaction: Transaction<Scope>;
  readonly days: AsyncIterable<CampaignDay>;
  readonly now: Date;
  /** Otherwise differences are only reported. */
  readonly repair: boolean;
  /** Throws where another rebuild may have begun, which would correct the same sums. */
  readonly requireLease?: () => void;
}

type Scope = ReturnType<typeof storesOf>;

const SHOWN = 100;
/** Sums that one transaction corrects: a campaign’s day may have a hundred thousand. */
const WRITTEN_TOGETHER = 1_000;

interface Counted {
  readonly facts: number;
  readonly sums: Rollup[];
}

/** The sums of facts; the facts themselves are not held in memory. */
async function counted<Fact>(
  facts: AsyncIterable<Fact>,
  rollupsOf: (fact: Fact) => Rollup[],
  sizeOf: (fact: Fact) => number = () => 1,
): Promise<Counted> {
  const BATCH = 25_000;
  let sums: Rollup[] = [];
  let batch: Rollup[] = [];
  let count = 0;
  for await (const fact of facts) {
    count += sizeOf(fact);
    batch.push(...rollupsOf(fact));
    if (batch.length < BATCH) continue;
    sums = changeOf([], [...sums, ...batch]);
    batch = [];
  }
  return { facts: count, sums: changeOf([], [...sums, ...batch]) };
}

/** Clicks as they were counted, and those that versions before stored one by one. */
async function countedClicks(audit: Scope['audit'], place: CampaignDay): Promise<Counted> {
  const minutes = await counted(audit.clickMinutes(place), minuteRollups, clicksIn);
  const earlier = await counted(audit.earlierClicks(place), clickRollups);
  return {
    facts: minutes.facts + earlier.facts,
    sums: changeOf([], [...minutes.sums, ...earlier.sums]),
  };
}

/** The wrong sums of one day. Facts and sums are read as of one moment, so the service may run meanwhile. */
async function recount({ audit }: Scope, place: CampaignDay, now: Date) {
  // The minutes of clicks are deleted after two years and their sums are not: such days cannot be recounted.
  const hasClicks = place.day.getTime() > now.getTime() - CLICK_RETENTION_MS;
  const clicks = await countedClicks(audit, place);
  const conversions = await counted(audit.conversions(place), conversionRollups);
  const commissions = await counted(audit.commissions(place), commissionRollups);
  return {
    facts: clicks.facts + conversions.facts + commissions.facts,
    wrong: {
      addClicks: hasClicks ? changeOf(await audit.clickSums(place), clicks.sums) : [],
      addConversions: changeOf(await audit.conversionSums(place), conversions.sums),
      addCommissions: changeOf(await audit.commissionSums(place), commissions.sums),
    },
  };
}

type Wrong = Awaited<ReturnType<typeof recount>>['wrong'];

/**
 * Adds what sums lack, in transactions of a bounded size. Additions of the service meanwhile change nothing
 * about that; after a crash a further rebuild finds what is still wrong.
 */
async function correct(
  { transaction, requireLease }: Pick<Rebuilding, 'transaction' | 'requireLease'>,
  wrong: Wrong,
): Promise<void> {
  for (const add of ['addClicks', 'addConversions', 'addCommissions'] as const) {
    for (let start = 0; start < wrong[add].length; start += WRITTEN_TOGETHER) {
      requireLease?.();
      const some = wrong[add].slice(start, start + WRITTEN_TOGETHER);
      await transaction(({ rollups }) => rollups[add](some));
    }
  }
}

/** Recounts every sum from the minutes of clicks, the conversions and the commissions. */
export async function rebuildSums(rebuilding: Rebuilding): Promise<RebuildReport> {
  const differences: { id: string; figures: object }[] = [];
  let days = 0;
  let facts = 0;
  let wrongSums = 0;
  for await (const place of rebuilding.days) {
    const found = await rebuilding.snapshot((scope) => recount(scope, place, rebuilding.now));
    const wrong = Object.values(found.wrong).flat();
    if (rebuilding.repair) await correct(rebuilding, found.wrong);
    days += 1;
    facts += found.facts;
    wrongSums += wrong.length;
    const room = SHOWN - differences.length;
    differences.push(...wrong.slice(0, room).map(({ id, figures }) => ({ id, figures })));
  }
  const same = wrongSums === 0;
  return { same, days, facts, wrongSums, differences, repaired: rebuilding.repair && !same };
}
