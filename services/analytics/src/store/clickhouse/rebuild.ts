import { type ClickMinute } from '../../domain/click-minute.ts';
import { CLICK_RETENTION_MS, kindOf } from '../../domain/rollup.ts';
import { MINUTE_MS } from '@tributary/units';
import { type CampaignDay } from '../audit-store.ts';
import {
  type ClickDocument,
  type CommissionFactDocument,
  type ConversionFactDocument,
} from '../collections.ts';
import { type Snapshot } from '../stores.ts';
import { type Row } from './client.ts';
import { addCounts, factText, type FigureAudit, withHours } from './figure-audit.ts';
import { commissionRow, conversionRow, minuteRows } from './rows.ts';

/** Rows that are inserted at once: few inserts, each of some megabytes. */
const INSERTED_TOGETHER = 50_000;

/** Collects rows and inserts many at once. */
function openInserts(audit: FigureAudit) {
  const waiting = { click_counts: [] as Row[], conversions: [] as Row[], commissions: [] as Row[] };
  type Table = keyof typeof waiting;
  const flush = async (table: Table): Promise<void> => {
    const rows = waiting[table].splice(0);
    if (rows.length > 0) await audit.insert(table, rows);
  };
  return {
    add: async (table: Table, rows: readonly Row[]): Promise<void> => {
      for (const row of rows) waiting[table].push(row);
      if (waiting[table].length >= INSERTED_TOGETHER) await flush(table);
    },
    flushAll: async (): Promise<void> => {
      for (const table of Object.keys(waiting) as Table[]) await flush(table);
    },
  };
}

/** A click that a version before stored alone, as a count. */
function earlierMinute(click: ClickDocument): ClickMinute {
  const { affiliateId, brandId, campaignId, linkId, occurredAt } = click;
  const at = new Date(Math.floor(occurredAt.getTime() / MINUTE_MS) * MINUTE_MS);
  const counts = { unique: 0, duplicate: 0, invalid: 0, [kindOf(click)]: 1 };
  const owner = { affiliateId, brandId, campaignId, linkId };
  return { ...owner, at, eventId: click._id, ...counts, traits: [{ ...click, ...counts }] };
}

/** The id of a minute: its event, or where several were stored together its own. */
const eventOf = (minute: ClickMinute): string =>
  minute.eventId ?? String((minute as { readonly _id?: unknown })._id);

interface Expected {
  readonly clicks: Row[];
  readonly conversions: readonly ConversionFactDocument[];
  readonly commissions: readonly CommissionFactDocument[];
}

const isFact = (fact: object): boolean => !('awaited' in fact);

/** What MongoDB has of a campaign's day, as of one moment. */
const expectedOf = (snapshot: Snapshot, place: CampaignDay): Promise<Expected> =>
  snapshot(async ({ audit }) => {
    const clicks: Row[] = [];
    for await (const minute of audit.clickMinutes(place)) {
      clicks.push(...minuteRows(minute, eventOf(minute)));
    }
    for await (const click of audit.earlierClicks(place)) {
      const minute = earlierMinute(click);
      clicks.push(...minuteRows(minute, eventOf(minute)));
    }
    const conversions: ConversionFactDocument[] = [];
    for await (const fact of audit.conversions(place)) if (isFact(fact)) conversions.push(fact);
    const commissions: CommissionFactDocument[] = [];
    for await (const fact of audit.commissions(place)) commissions.push(fact);
    return { clicks, conversions, commissions };
  });

/** The keys whose values differ between two maps. */
function differingKeys<Value>(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
): string[] {
  const text = (value: Value | undefined) => JSON.stringify(value);
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (key) => text(a.get(key)) !== text(b.get(key)),
  );
}

type Facts = 'conversions' | 'commissions';

/** A day's rows of facts by id, as they should be. */
const wantedRows = (expected: Expected, table: Facts): Map<string, Row> =>
  new Map<string, Row>(
    table === 'conversions'
      ? expected.conversions.map((fact) => [fact._id, conversionRow(fact)])
      : expected.commissions.map((fact) => [fact._id, commissionRow(fact)]),
  );

async function compare(audit: FigureAudit, place: CampaignDay, expected: Expected) {
  const counted = new Map<string, number[]>();
  addCounts(counted, withHours(expected.clicks));
  const found = await audit.clicks(place);
  const wrongFacts = async (table: Facts) => {
    const wanted = wantedRows(expected, table);
    const stored = await audit.facts(table, place);
    const texts = new Map([...wanted].map(([id, row]) => [id, factText(table, row)]));
    const ids = differingKeys(stored, texts);
    return {
      ids,
      stored,
      rows: ids.map((id) => wanted.get(id)).filter((row) => row !== undefined),
    };
  };
  return {
    clicks: differingKeys(found, counted),
    hasClicks: found.size > 0,
    conversions: await wrongFacts('conversions'),
    commissions: await wrongFacts('commissions'),
    isClosedRight: await audit.isClosedRight(place),
  };
}

export interface FiguresRebuildReport {
  readonly same: boolean;
  /** Days of campaigns that were compared. */
  readonly days: number;
  /** Rows of counts, conversions and commissions that MongoDB has. */
  readonly facts: number;
  readonly wrongSums: number;
  /** The first differences, by what they are of. */
  readonly differences: readonly { readonly id: string }[];
  readonly repaired: boolean;
}

interface Rebuilding {
  readonly snapshot: Snapshot;
  readonly audit: FigureAudit;
  readonly days: AsyncIterable<CampaignDay>;
  readonly now: Date;
  readonly repair: boolean;
  readonly requireLease?: () => void;
}

const SHOWN = 100;

type Inserts = ReturnType<typeof openInserts>;
type Wrong = Awaited<ReturnType<typeof compare>>;

interface Compared {
  readonly expected: Expected;
  readonly wrong: Wrong;
  readonly hasMinutes: boolean;
}

/** Whether the clicks of a day can be compared: their minutes are deleted after two years. */
const hasMinutesOf = ({ day }: CampaignDay, now: Date): boolean =>
  day.getTime() > now.getTime() - CLICK_RETENTION_MS;

/** The names of what differs on a day. */
function differencesOf(place: CampaignDay, wrong: Wrong, hasMinutes: boolean): string[] {
  const isClosedWrong = hasMinutes && !wrong.isClosedRight;
  return [
    ...(hasMinutes ? wrong.clicks : []),
    ...(isClosedWrong ? [`sums of ${place.campaignId} on ${place.day.toISOString()}`] : []),
    ...wrong.conversions.ids,
    ...wrong.commissions.ids,
  ];
}

/** Replaces what differs of a day by what MongoDB has; its inserts may wait for those of further days. */
async function correct(
  { audit, inserts }: { readonly audit: FigureAudit; readonly inserts: Inserts },
  place: CampaignDay,
  { expected, wrong, hasMinutes }: Compared,
): Promise<void> {
  if (wrong.clicks.length > 0 && hasMinutes) {
    if (wrong.hasClicks) await audit.removeClicks(place);
    await inserts.add('click_counts', expected.clicks);
  }
  for (const table of ['conversions', 'commissions'] as const) {
    const { ids, stored, rows } = wrong[table];
    const known = ids.filter((id) => stored.has(id));
    if (known.length > 0) await audit.removeFacts(table, place, known);
    await inserts.add(table, rows);
  }
}

/**
 * Compares the figures in ClickHouse with the facts in MongoDB, day by day of each campaign, and corrects what differs.
 * The service may run meanwhile: rows have the same keys from both.
 */
export async function rebuildFigures(rebuilding: Rebuilding): Promise<FiguresRebuildReport> {
  const { snapshot, audit, repair, now } = rebuilding;
  const inserts = openInserts(audit);
  const differences: { id: string }[] = [];
  const closeAgain: (CampaignDay & { readonly brandId: string | undefined })[] = [];
  let [days, facts, wrongSums] = [0, 0, 0];
  for await (const place of rebuilding.days) {
    rebuilding.requireLease?.();
    const expected = await expectedOf(snapshot, place);
    const wrong = await compare(audit, place, expected);
    const hasMinutes = hasMinutesOf(place, now);
    const ids = differencesOf(place, wrong, hasMinutes);
    days += 1;
    facts += expected.clicks.length + expected.conversions.length + expected.commissions.length;
    wrongSums += ids.length;
    differences.push(...ids.slice(0, SHOWN - differences.length).map((id) => ({ id })));
    if (!repair || ids.length === 0) continue;
    await correct({ audit, inserts }, place, { expected, wrong, hasMinutes });
    const brandId = expected.clicks[0]?.['brand_id'] as string | undefined;
    if (hasMinutes) closeAgain.push({ ...place, brandId });
  }
  await inserts.flushAll();
  for (const place of closeAgain) await audit.closeAgain(place);
  const same = wrongSums === 0;
  return { same, days, facts, wrongSums, differences, repaired: repair && !same };
}

/** Every day of every campaign of two lists, each once. */
export async function* allDays(
  ...lists: readonly AsyncIterable<CampaignDay>[]
): AsyncGenerator<CampaignDay> {
  const seen = new Set<string>();
  for (const list of lists) {
    for await (const place of list) {
      const key = `${place.campaignId} ${String(place.day.getTime())}`;
      if (!seen.has(key)) yield place;
      seen.add(key);
    }
  }
}
