import { revisionOf } from '@tributary/contracts';
import { earnedStatuses } from './states.ts';

/** The order of a conversion's statuses, which never go back. */
const steps: Readonly<Record<string, number>> = {
  pending: 0,
  approved: 1,
  rejected: 1,
  reversed: 2,
};

interface CommissionState {
  readonly status: string;
  readonly amountMinor: number;
  readonly creditRevision?: number | undefined;
}

const isOver = ({ status }: CommissionState): boolean => !earnedStatuses.includes(status);

/**
 * Whether a received commission is older than the stored one. An attribution change or its undo is a higher revision and
 * newer; within one, amounts never grow, and an end is final; paid may become approved again.
 */
export function isOvertakenCommission(received: CommissionState, stored: CommissionState): boolean {
  const ahead = (received.creditRevision ?? 0) - (stored.creditRevision ?? 0);
  if (ahead !== 0) return ahead < 0;
  return received.amountMinor > stored.amountMinor || (isOver(stored) && !isOver(received));
}

interface ConversionState {
  readonly status: string;
  readonly refundedMinor: number;
  readonly revision?: number | undefined;
}

/**
 * Whether a received conversion is older than the stored one: its event is late or redelivered. A higher revision is
 * newer, whatever its status.
 */
export const isOvertaken = (received: ConversionState, stored: ConversionState): boolean => {
  const ahead = revisionOf(received) - revisionOf(stored);
  return ahead === 0 ? isEarlierState(received, stored) : ahead < 0;
};

const isEarlierState = (received: ConversionState, stored: ConversionState): boolean =>
  (steps[received.status] ?? 0) < (steps[stored.status] ?? 0) ||
  received.refundedMinor < stored.refundedMinor;

/** A fact with the number of the changes to it; absent where none was counted. */
interface VersionedFact {
  readonly _id: string;
  readonly version?: number | undefined;
}

/** Facts by their ids. */
export const mapById = <Fact extends { readonly _id: string }>(
  facts: readonly Fact[],
): Map<string, Fact> => new Map(facts.map((fact) => [fact._id, fact]));

/**
 * The facts that differ from those before, each with the next version: of two states of a fact the one of the
 * higher version is newer, wherever they arrive.
 */
export function factChange<Fact extends VersionedFact>(
  before: ReadonlyMap<string, Fact>,
  now: ReadonlyMap<string, Fact>,
): { readonly before: Fact[]; readonly now: Fact[] } {
  const changed = [...now.values()].filter((fact) => fact !== before.get(fact._id));
  return {
    before: changed.flatMap(({ _id }) => before.get(_id) ?? []),
    now: changed.map((fact) => ({
      ...fact,
      version: (before.get(fact._id)?.version ?? 0) + 1,
    })),
  };
}
