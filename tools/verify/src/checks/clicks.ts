import { type Check, type Finding, num, type Row, text, type SystemData } from '../system-data.ts';

/** Clicks are deleted after 90 days; statements of the days before are not checked. */
const CHECKED_DAYS = 89;
const DAY_MS = 86_400_000;

type Counts = Map<string, number>;

/** The counts of clicks by statement and standing; those of versions without statements have no status. */
async function storedCounts(systemData: SystemData, since: Date): Promise<Counts> {
  const groups = systemData.collection('commission', 'paid_clicks').aggregate<{
    _id: Readonly<Record<string, string | undefined>>;
    count: number;
  }>(
    [
      { $match: { at: { $gte: since }, status: { $exists: true } } },
      {
        $group: {
          _id: {
            campaign: '$campaignId',
            affiliate: '$affiliateId',
            kind: '$kind',
            day: { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
            status: '$status',
            reason: '$reason',
          },
          count: { $sum: 1 },
        },
      },
    ],
    { allowDiskUse: true },
  );
  const counts: Counts = new Map();
  for await (const { _id: key, count } of groups) {
    const { campaign, affiliate, kind, day, status, reason } = key;
    const standing = reason === undefined ? [status] : [status, reason];
    counts.set([campaign, affiliate, kind, day, ...standing].join('/'), count);
  }
  return counts;
}

function countsOf(statement: Row): [string, number][] {
  const reasons = ['held', 'refused'].flatMap((status) =>
    Object.entries((statement[status] ?? {}) as Record<string, number>).map(
      ([reason, count]): [string, number] => [`${status}/${reason}`, count],
    ),
  );
  const all: [string, number][] = [['payable', num(statement['payable'] ?? 0)], ...reasons];
  return all.map(([standing, count]) => [`${text(statement._id)}/${standing}`, count]);
}

async function statementsAgree(systemData: SystemData): Promise<Finding> {
  const since = new Date(Math.floor(Date.now() / DAY_MS - CHECKED_DAYS) * DAY_MS);
  const stored = await storedCounts(systemData, since);
  const problems: string[] = [];
  let checked = 0;
  const days = { day: { $gte: since.toISOString().slice(0, 10) } };
  for await (const statement of systemData
    .collection('commission', 'click_statements')
    .find(days)) {
    checked += 1;
    for (const [name, count] of countsOf(statement)) {
      const expected = stored.get(name) ?? 0;
      stored.delete(name);
      if (count !== expected) {
        problems.push(`statement ${name} counts ${String(count)}, stored are ${String(expected)}`);
      }
    }
  }
  for (const [name, count] of stored)
    problems.push(`${String(count)} of ${name} are in no statement`);
  return { checked, problems };
}

/** A click that may earn counts as unique, a repeated one as duplicate, all others as invalid. */
const KINDS = ['unique', 'duplicate', 'invalid'] as const;
const kind = {
  $switch: {
    branches: [
      { case: { $eq: ['$validity', 'valid'] }, then: 'unique' },
      { case: { $eq: ['$validity', 'duplicate'] }, then: 'duplicate' },
    ],
    default: 'invalid',
  },
};

const keyOf = (linkId: unknown, at: unknown, of: string): string =>
  `${text(linkId)}/${at instanceof Date ? at.toISOString().slice(0, 10) : text(at)}/${of}`;

/** The number of stored clicks by link, day and kind. */
async function clicksByDay(systemData: SystemData, since: Date): Promise<Counts> {
  const day = { $dateTrunc: { date: '$occurredAt', unit: 'day' } };
  const groups = systemData.collection('tracking', 'clicks').aggregate<{
    _id: { linkId: unknown; day: Date; kind: string };
    count: number;
  }>([{ $match: { occurredAt: { $gte: since } } }, { $group: { _id: { linkId: '$linkId', day, kind }, count: { $sum: 1 } } }], { allowDiskUse: true });
  const counts: Counts = new Map();
  for await (const { _id, count } of groups)
    counts.set(keyOf(_id.linkId, _id.day, _id.kind), count);
  return counts;
}

async function reportsAgree(systemData: SystemData): Promise<Finding> {
  const since = new Date(Math.floor(Date.now() / DAY_MS - CHECKED_DAYS) * DAY_MS);
  const stored = await clicksByDay(systemData, since);
  const problems: string[] = [];
  let checked = 0;
  const days = systemData.collection('analytics', 'click_days');
  for await (const sum of days.find({ further: false, at: { $gte: since } })) {
    for (const of of KINDS) {
      const key = keyOf(sum['linkId'], sum['at'], of);
      const count = num(sum[of] ?? 0);
      const expected = stored.get(key) ?? 0;
      stored.delete(key);
      checked += count;
      if (count !== expected)
        problems.push(
          `reports count ${String(count)} clicks ${key}, stored are ${String(expected)}`,
        );
    }
  }
  for (const [key, count] of stored)
    problems.push(`${String(count)} clicks ${key} are in no report`);
  return { checked, problems };
}

export const clickChecks: readonly Check[] = [
  { name: 'reports count every click once', run: reportsAgree },
  { name: 'click statements count the stored clicks', run: statementsAgree },
];
