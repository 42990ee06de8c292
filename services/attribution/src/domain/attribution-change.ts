import { type AttributionShare, type AttributionSettings } from '@tributary/contracts';
import { conflict, forbidden } from '@tributary/errors';

/**
 * Where a change is: its preview is computed, is complete; the change is being applied, is applied, is being undone, is
 * undone.
 */
export const changeStatuses = [
  'preparing',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
] as const;
export type ChangeStatus = (typeof changeStatuses)[number];

/** Why a conversion keeps its credit; the first three are found here, the others by the books. */
export const skipReasons = [
  'rejected',
  'no_path',
  'not_replayable',
  'not_approved',
  'no_commission',
  'reversed',
  'commission_cancelled',
  'unchanged',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What one affiliate gets of a conversion before and after, minor units. */
export interface CreditMove {
  readonly affiliateId: string;
  readonly beforeMinor: number;
  readonly afterMinor: number;
  /** What of it was paid or reserved and is owed back; negative where it is owed back no longer. */
  readonly clawedBackMinor: number;
}

/** What became of a conversion in one phase of a change. */
export interface ConversionOutcome {
  readonly skipped: SkipReason | null;
  readonly moves: readonly CreditMove[];
}

/** A conversion of a change, with its preview. */
export interface ChangedConversion extends ConversionOutcome {
  readonly changeId: string;
  /** Its place in the change, from 1 without gaps. */
  readonly seq: number;
  readonly conversionId: string;
  readonly orderId: string | null;
  readonly convertedAt: Date;
  /** The credit under the change's model, largest share first; empty where it is skipped before. */
  readonly shares: readonly AttributionShare[];
  /** Empty where no commission exists. */
  readonly currency: string;
  /** What the change moved; null before it is applied. */
  readonly applied: ConversionOutcome | null;
  /** What the undo moved; null before it. */
  readonly undone: ConversionOutcome | null;
}

/** How many conversions moved, and how many did not by reason. */
export interface ChangeCounts {
  readonly conversions: number;
  readonly changed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** The switch of a campaign's model over a past period. */
export interface AttributionChange {
  readonly id: string;
  readonly brandId: string;
  readonly campaignId: string;
  /** Empty until the books know the campaign. */
  readonly campaignName: string;
  /** The campaign's settings with the change's model. */
  readonly settings: AttributionSettings;
  readonly modelVersion: string;
  /** The trained model that data_driven uses; null for others, and where credit is split evenly. */
  readonly trainedVersion: number | null;
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
  readonly status: ChangeStatus;
  /** Of the settings, terms and changes that the preview was computed under. */
  readonly fingerprint: string;
  readonly preview: ChangeCounts;
  readonly applied: ChangeCounts;
  readonly undone: ChangeCounts;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly appliedAt: Date | null;
  readonly appliedBy: string | null;
  readonly undoId: string | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
}

export const noCounts: ChangeCounts = { conversions: 0, changed: 0, skipped: {} };

/** The phase of a change that its status belongs to. */
export type ChangePhase = 'preview' | 'applied' | 'undone';

export function addOutcomes(
  counts: ChangeCounts,
  outcomes: readonly Pick<ConversionOutcome, 'skipped'>[],
): ChangeCounts {
  const skipped: Partial<Record<SkipReason, number>> = { ...counts.skipped };
  let { changed } = counts;
  for (const { skipped: reason } of outcomes) {
    if (reason === null) changed += 1;
    else skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return { conversions: counts.conversions + outcomes.length, changed, skipped };
}

/** The sums of an affiliate's moves in one currency. */
export interface AffiliateTotals {
  readonly affiliateId: string;
  readonly currency: string;
  readonly conversions: number;
  readonly beforeMinor: number;
  readonly afterMinor: number;
  readonly clawedBackMinor: number;
}

const nothingMoved = { conversions: 0, beforeMinor: 0, afterMinor: 0, clawedBackMinor: 0 };

/** The sums of conversions' moves, by affiliate and currency. */
export function totalsOf(
  outcomes: readonly (Pick<ConversionOutcome, 'moves'> & { readonly currency: string })[],
): readonly AffiliateTotals[] {
  const totals = new Map<string, AffiliateTotals>();
  for (const { moves, currency } of outcomes) {
    for (const move of moves) {
      const { affiliateId } = move;
      const key = `${affiliateId}/${currency}`;
      const known = totals.get(key) ?? { affiliateId, currency, ...nothingMoved };
      totals.set(key, {
        ...known,
        conversions: known.conversions + 1,
        beforeMinor: known.beforeMinor + move.beforeMinor,
        afterMinor: known.afterMinor + move.afterMinor,
        clawedBackMinor: known.clawedBackMinor + move.clawedBackMinor,
      });
    }
  }
  return [...totals.values()];
}

/** @throws forbidden `plan_required` for brands below the Pro tier */
export function requirePro({ plan }: { readonly plan: string }): void {
  if (plan !== 'free') return;
  throw forbidden('plan_required', {
    message:
      'Changing the attribution of a past period needs the Pro tier or higher; a new plan counts from the next token on, so sign in again or refresh',
  });
}

/**
 * Whether a change is to be applied now; false where it is applied or being applied.
 * @param current the fingerprint of the settings and terms as they are now
 * @throws conflict `change_not_ready`, `change_undone`, `fingerprint_mismatch`, `terms_changed`
 */
export function decideApply(
  { status, fingerprint }: AttributionChange,
  given: string,
  current: string,
): boolean {
  if (given !== fingerprint) {
    throw conflict('fingerprint_mismatch', {
      message: 'This is not the fingerprint of the preview: look at the preview again',
    });
  }
  if (status === 'preparing') {
    throw conflict('change_not_ready', { message: 'The preview is still being computed' });
  }
  if (status === 'undoing' || status === 'undone') {
    throw conflict('change_undone', { message: 'The change was undone: create a new one' });
  }
  if (status !== 'ready') return false;
  if (current !== fingerprint) {
    throw conflict('terms_changed', {
      message:
        'The campaign’s settings, terms or changes moved on since the preview: create a new one',
    });
  }
  return true;
}

/**
 * Whether a change is to be undone now; false where it is undone or being undone.
 * @throws conflict `change_not_applied`
 */
export function decideUndo({ status }: AttributionChange): boolean {
  if (status === 'undoing' || status === 'undone') return false;
  if (status === 'applied') return true;
  throw conflict('change_not_applied', { message: 'The change is not applied yet' });
}

export const laterChangeApplied = () =>
  conflict('later_change_applied', {
    message: 'A later change of the same conversions is in force: undo that one first',
  });

export const changeInProgress = () =>
  conflict('change_in_progress', {
    message: 'Another change of this campaign is being applied or undone',
  });
