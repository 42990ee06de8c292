import type { KnownChange } from '../../domain/earned-conversion.ts';
import type { AuditedConversion, AuditedEarning } from '../../store/audited-rows.ts';
import type { OpenReport } from './report.ts';

type Report = Pick<OpenReport, 'expect'>;

/**
 * Checks a conversion's attribution changes: each moved amounts between affiliates and changed their sum by nothing, and
 * so did its undo, but for commissions cancelled by hand; a line belongs to a change in force, or is cancelled; what the commissions would be without the change
 * sums to what they are.
 */
export function checkChanges(
  { id, changes = [] }: AuditedConversion,
  commissions: readonly AuditedEarning[],
  report: Report,
): void {
  for (const change of changes) {
    const at = `${id}, change ${change.id}`;
    report.expect('change', `${at}, moved in all`, 0, movedMinor(change.moves));
    const lines = commissions.filter(({ changeId }) => changeId === change.id);
    if (change.state === 'applied') checkLines(change, lines, at, report);
    else checkUndone(change, { lines, commissions }, at, report);
  }
  const known = new Set(changes.map((change) => change.id));
  for (const { id: commissionId, changeId } of commissions) {
    if (typeof changeId !== 'string' || known.has(changeId)) continue;
    report.expect('change', commissionId, 'a recorded change', changeId);
  }
  checkUnchanged({ id, changes }, commissions, report);
}

const movedMinor = (moves: KnownChange['moves']): number =>
  moves.reduce((sum, { beforeMinor, afterMinor }) => sum + afterMinor - beforeMinor, 0);

/** Who gained has one line of the amount gained. */
function checkLines(
  { moves }: KnownChange,
  lines: readonly AuditedEarning[],
  at: string,
  report: Report,
): void {
  const gained = moves.filter(({ beforeMinor, afterMinor }) => afterMinor > beforeMinor);
  const expected = gained.map(
    ({ affiliateId, beforeMinor, afterMinor }) => `${affiliateId} ${afterMinor - beforeMinor}`,
  );
  const found = lines.map(({ affiliateId, earnedMinor }) => `${affiliateId} ${earnedMinor}`);
  report.expect('change', `${at}, lines`, expected.sort().join(), found.sort().join());
}

function checkUndone(
  { undoMoves = [] }: KnownChange,
  { lines, commissions }: Record<'lines' | 'commissions', readonly AuditedEarning[]>,
  at: string,
  report: Report,
): void {
  if (!commissions.some(isCancelledByHand)) {
    report.expect('change', `${at}, moved in all by its undo`, 0, movedMinor(undoMoves));
  }
  for (const { id, status, entitledMinor } of lines) {
    if (status !== 'cancelled' && status !== 'rejected') {
      report.expect('change', id, 'a cancelled line', status);
    }
    report.expect('change', `${id}, entitled`, 0, entitledMinor);
  }
}

/** Neither a change nor its undo moves it any more, so that sums may differ by what was cancelled. */
const isCancelledByHand = ({ cancelReason }: AuditedEarning): boolean =>
  typeof cancelReason === 'string';

function checkUnchanged(
  { id, changes = [] }: Pick<AuditedConversion, 'id' | 'changes'>,
  commissions: readonly AuditedEarning[],
  report: Report,
): void {
  if (commissions.some(isCancelledByHand)) return;
  const entitledMinor = commissions.reduce((sum, one) => sum + one.entitledMinor, 0);
  const entitledOf = new Map(commissions.map((one) => [one.id, one.entitledMinor]));
  for (const change of changes) {
    if (change.state !== 'applied' || entitledMinor === 0) continue;
    const without = change.unchanged
      .filter(({ commissionId }) => entitledOf.has(commissionId))
      .reduce((sum, one) => sum + one.entitledMinor, 0);
    report.expect('change', `${id} without ${change.id}`, entitledMinor, without);
  }
}
