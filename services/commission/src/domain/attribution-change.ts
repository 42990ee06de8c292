import { conflict } from '@tributary/errors';
import type { ConversionBook } from './adjustment.ts';
import { changeLines } from './change-line.ts';
import { type Changes, joinChanges, noChanges, type Stamps } from './changes.ts';
import { type Commission, debtMinor, isLive } from './commission.ts';
import { appliedChanges, splitCredit } from './credited-total.ts';
import type {
  AttributionChange,
  ChangeSkip,
  CreditMove,
  CreditTarget,
  EarnedConversion,
  KnownChange,
  UnchangedAmounts,
} from './earned-conversion.ts';
import { type Journal, lower, type MovedCommission, restore } from './moved-commission.ts';

/** What a change or an undo means for one conversion. */
export interface ChangeDecision {
  readonly known: KnownChange;
  readonly changes: Changes;
}

/** What a change or an undo did with a conversion. */
export interface Recredited extends Pick<ChangeDecision, 'known'> {
  readonly conversionId: string;
  /** Undefined where it has no commission. */
  readonly currency: string | undefined;
}

/**
 * Splits what a conversion's commissions are entitled to by another credit; their sum stays, so that the brand owes the
 * same. Who gets less is lowered where nothing is paid or reserved, and owes back the rest; who gets more gets a line of
 * its own, a further commission. Takes effect once: a repetition returns what is recorded.
 */
export function decideAttributionChange(
  book: ConversionBook,
  change: AttributionChange,
  stamps: Stamps,
): ChangeDecision {
  const { conversion } = book;
  const recorded = findChange(conversion, change.id);
  if (recorded !== undefined) return { known: recorded, changes: noChanges };
  const skipped = skipOf(book);
  if (skipped !== null) return skipDecision(conversion, change, skipped);
  const targets = targetsOf(book, change);
  if (targets.length === 0) return skipDecision(conversion, change, 'unchanged');
  const journal = { changeId: change.id, id: change.id, creditMove: 'applied' as const };
  const lowered = targets.flatMap((target) => lowerAffiliate(book, target, journal, stamps));
  const lines = changeLines(book, change, { targets, lowered }, stamps);
  const known: KnownChange = {
    id: change.id,
    state: 'applied',
    skipped: null,
    shares: change.shares,
    unchanged: book.commissions.filter(isLive).map(amountsOf),
    moves: targets.map((target) => ({
      ...target,
      clawedBackMinor: clawedBackOf(lowered, target.affiliateId),
    })),
  };
  const affiliateIds = [
    ...new Set([...conversion.affiliateIds, ...lines.created.map((line) => line.affiliateId)]),
  ];
  const commissionIds = [...conversion.commissionIds, ...lines.created.map(({ id }) => id)];
  const recredited = { ...withChange(conversion, known), affiliateIds, commissionIds };
  const moved = joinChanges([...lowered.map((one) => one.changes), lines]);
  return { known, changes: { ...moved, conversions: [recredited] } };
}

/**
 * Takes a change back: every commission gets what it would have without the change, and the change's lines are
 * cancelled; what is paid or reserved of them is owed back. Takes effect once; a conversion without the change stays as it
 * is.
 * @throws conflict `later_change_applied` where a later change of the conversion is in force
 */
export function decideChangeUndo(
  book: ConversionBook,
  undo: { readonly changeId: string; readonly undoId: string },
  stamps: Stamps,
): ChangeDecision {
  const { conversion, commissions } = book;
  const known = findChange(conversion, undo.changeId);
  if (known === undefined) {
    const none = { id: undo.changeId, shares: [] };
    return { known: skippedChange(none, 'unchanged'), changes: noChanges };
  }
  if (known.state !== 'applied') return { known, changes: noChanges };
  if (appliedChanges(conversion).at(-1)?.id !== known.id) {
    throw conflict('later_change_applied', { message: 'Undo the later change first' });
  }
  const { changeId, undoId: id } = undo;
  const journal = { changeId, id, creditMove: 'undone' as const };
  const unchangedOf = new Map(known.unchanged.map((one) => [one.commissionId, one]));
  const moved = commissions.flatMap((commission) =>
    restore(commission, unchangedOf.get(commission.id), journal, stamps),
  );
  const undone: KnownChange = { ...known, state: 'undone', undoMoves: movesOf(commissions, moved) };
  const changes = joinChanges(moved.map((one) => one.changes));
  return {
    known: undone,
    changes: { ...changes, conversions: [withChange(conversion, undone)] },
  };
}

const findChange = ({ changes = [] }: EarnedConversion, id: string): KnownChange | undefined =>
  changes.find((change) => change.id === id);

const withChange = (conversion: EarnedConversion, known: KnownChange): EarnedConversion => {
  const { changes = [] } = conversion;
  const isKnown = changes.some(({ id }) => id === known.id);
  return {
    ...conversion,
    changes: isKnown
      ? changes.map((change) => (change.id === known.id ? known : change))
      : [...changes, known],
  };
};

function skipOf({ conversion, commissions }: ConversionBook): ChangeSkip | null {
  if (conversion.basis === null || conversion.origin === null) return 'not_approved';
  if (conversion.reversed) return 'reversed';
  if (commissions.length === 0) return 'no_commission';
  const undone = new Set(
    conversion.changes?.filter(({ state }) => state === 'undone').map(({ id }) => id),
  );
  const isOver = (commission: Commission): boolean =>
    !isLive(commission) && !undone.has(commission.changeId ?? '');
  if (!commissions.some(isOver)) return null;
  return commissions.some((one) => isOver(one) && !one.isRefunded)
    ? 'commission_cancelled'
    : 'reversed';
}

const skippedChange = ({ id, shares }: AttributionChange, skipped: ChangeSkip): KnownChange => ({
  id,
  state: 'skipped',
  skipped,
  shares,
  unchanged: [],
  moves: [],
});

/** A skipped conversion is recorded as such, so that a late repetition of the change does not move it. */
function skipDecision(
  conversion: EarnedConversion,
  change: AttributionChange,
  skipped: ChangeSkip,
): ChangeDecision {
  const known = skippedChange(change, skipped);
  if (conversion.basis === null) return { known, changes: noChanges };
  return { known, changes: { ...noChanges, conversions: [withChange(conversion, known)] } };
}

/** The affiliates whose amount differs. */
function targetsOf(
  { commissions }: ConversionBook,
  { shares }: AttributionChange,
): readonly CreditTarget[] {
  const current = entitledByAffiliate(commissions);
  const totalMinor = [...current.values()].reduce((sum, part) => sum + part, 0);
  const wanted = splitCredit(totalMinor, shares);
  return [...new Set([...wanted.keys(), ...current.keys()])]
    .map((affiliateId) => ({
      affiliateId,
      beforeMinor: current.get(affiliateId) ?? 0,
      afterMinor: wanted.get(affiliateId) ?? 0,
    }))
    .filter(({ beforeMinor, afterMinor }) => beforeMinor !== afterMinor);
}

function entitledByAffiliate(commissions: readonly Commission[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { affiliateId, entitledMinor } of commissions.filter(isLive)) {
    sums.set(affiliateId, (sums.get(affiliateId) ?? 0) + entitledMinor);
  }
  return sums;
}

const amountsOf = (commission: Commission): UnchangedAmounts => ({
  commissionId: commission.id,
  entitledMinor: commission.entitledMinor,
  clawedBackMinor: debtMinor(commission),
});

/** Lowers an affiliate's commissions of the conversion, the newest first. */
function lowerAffiliate(
  { commissions }: ConversionBook,
  { affiliateId, beforeMinor, afterMinor }: CreditTarget,
  journal: Journal,
  stamps: Stamps,
): readonly MovedCommission[] {
  let leftMinor = beforeMinor - afterMinor;
  const moved: MovedCommission[] = [];
  for (const commission of commissions.toReversed()) {
    if (commission.affiliateId !== affiliateId || !isLive(commission)) continue;
    const takenMinor = Math.min(leftMinor, commission.entitledMinor);
    if (takenMinor <= 0) continue;
    moved.push(lower(commission, takenMinor, journal, stamps));
    leftMinor -= takenMinor;
  }
  return moved;
}

const clawedBackOf = (moved: readonly MovedCommission[], affiliateId: string): number =>
  moved
    .filter(({ before }) => before.affiliateId === affiliateId)
    .reduce((sum, { before, after }) => sum + debtMinor(after) - debtMinor(before), 0);

function movesOf(
  commissions: readonly Commission[],
  moved: readonly MovedCommission[],
): readonly CreditMove[] {
  const afterOf = new Map(moved.map(({ after }) => [after.id, after]));
  const before = entitledByAffiliate(commissions);
  const after = entitledByAffiliate(commissions.map((one) => afterOf.get(one.id) ?? one));
  const affiliateIds = [...new Set(moved.map((one) => one.before.affiliateId))];
  return affiliateIds.map((affiliateId) => ({
    affiliateId,
    beforeMinor: before.get(affiliateId) ?? 0,
    afterMinor: after.get(affiliateId) ?? 0,
    clawedBackMinor: clawedBackOf(moved, affiliateId),
  }));
}
