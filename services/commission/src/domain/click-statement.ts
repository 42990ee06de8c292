import type { UnitKind } from './unit-batch.ts';
import { dayOf, type UnitStatus } from './unit-payment.ts';

/** The statement of an affiliate's clicks or impressions on a campaign on a day. */
export interface StatementKey {
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly kind: UnitKind;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
}

/** How many there are in all, and by the reason why they are held or refused. */
export interface StatementCounts {
  readonly payable: number;
  readonly held: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
}

export type ClickStatement = StatementKey & StatementCounts;

/** Where a click stands in its statement. */
export interface Standing {
  readonly status: UnitStatus;
  readonly reason: string | null;
}

export interface StatementChange {
  readonly key: StatementKey;
  /** Changes by the path of the count: `payable`, `held.new_visitor`. */
  readonly changes: Readonly<Record<string, number>>;
}

const pathOf = ({ status, reason }: Standing): string =>
  reason === null ? status : `${status}.${reason}`;

export const statementId = ({ campaignId, affiliateId, kind, day }: StatementKey): string =>
  `${campaignId}/${affiliateId}/${kind}/${day}`;

/** The statement that a click belongs to. */
export const statementKeyOf = (click: {
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string;
  /** Absent for a click. */
  readonly kind?: UnitKind;
  readonly at: Date;
}): StatementKey => ({
  campaignId: click.campaignId,
  brandId: click.brandId,
  affiliateId: click.affiliateId,
  kind: click.kind ?? 'click',
  day: dayOf(click.at),
});

interface Move {
  readonly key: StatementKey;
  /** Absent for a new click. */
  readonly from?: Standing | undefined;
  readonly to: Standing;
}

/** The changes of statements by new clicks and by changed standings, one for each statement. */
export function changesOf(moves: readonly Move[]): StatementChange[] {
  const byStatement = Map.groupBy(moves, ({ key }) => statementId(key));
  return [...byStatement.values()].flatMap((some) => {
    const [first] = some;
    return first === undefined ? [] : [{ key: first.key, changes: sumOf(some) }];
  });
}

function sumOf(moves: readonly Move[]): Record<string, number> {
  const sums = new Map<string, number>();
  const add = (path: string, count: number) => sums.set(path, (sums.get(path) ?? 0) + count);
  for (const { from, to } of moves) {
    if (from !== undefined) add(pathOf(from), -1);
    add(pathOf(to), 1);
  }
  return Object.fromEntries(sums);
}
