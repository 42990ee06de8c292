import { type DomainEvent } from '@tributary/contracts';
import { type Conversion } from './conversion.ts';
import { decideDisplacement } from './displacement.ts';
import { isReplaceableBy } from './replacement.ts';

/** A report to store, with the ids of the conversions whose order it takes: it replaces the first. */
export interface Report {
  readonly conversion: Conversion;
  readonly replaces: readonly string[];
}

interface Withdrawal {
  /** The conversions to replace, by the id of the report. */
  readonly targets: ReadonlyMap<string, Conversion>;
  readonly changed: readonly (readonly [before: Conversion, after: Conversion])[];
  readonly events: readonly DomainEvent[];
}

/**
 * Decides what becomes of the stored conversions whose orders reports take. One that was decided meanwhile remains, and
 * the unique index refuses the report.
 */
export function decideWithdrawal(
  reports: readonly Report[],
  current: ReadonlyMap<string, Conversion>,
  now: Date,
): Withdrawal {
  const targets = new Map<string, Conversion>();
  const changed: (readonly [Conversion, Conversion])[] = [];
  const events: DomainEvent[] = [];
  for (const { conversion, replaces } of reports) {
    const find = (id: string): Conversion[] => {
      const known = current.get(id);
      return known !== undefined && isReplaceableBy(known, conversion) ? [known] : [];
    };
    const [target] = replaces.slice(0, 1).flatMap(find);
    if (target !== undefined) {
      targets.set(conversion.id, target);
      // Does not count against caps while the report is counted.
      changed.push([target, { ...target, status: 'rejected' }]);
    }
    for (const other of replaces.slice(1).flatMap(find)) {
      const { displaced, event } = decideDisplacement(other, now);
      changed.push([other, displaced]);
      events.push(...(event === undefined ? [] : [event]));
    }
  }
  return { targets, changed, events };
}
