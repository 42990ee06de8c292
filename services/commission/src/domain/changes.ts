import type { DomainEvent } from '@tributary/contracts';
import type { Commission } from './commission.ts';
import type { EarnedConversion } from './earned-conversion.ts';
import type { LedgerTransaction } from './ledger.ts';
import type { Reservation } from './reservation.ts';

/** The time and the ids of a decision; passed in, so that decisions are pure and tests exact. */
export interface Stamps {
  readonly now: Date;
  readonly newId: () => string;
}

/** Everything that a decision changes; saved in one transaction. */
export interface Changes {
  readonly conversions: readonly EarnedConversion[];
  readonly created: readonly Commission[];
  readonly changed: readonly Commission[];
  readonly reservations: readonly Reservation[];
  readonly transactions: readonly LedgerTransaction[];
  readonly events: readonly DomainEvent[];
}

export const noChanges: Changes = {
  conversions: [],
  created: [],
  changed: [],
  reservations: [],
  transactions: [],
  events: [],
};

export const joinChanges = (all: readonly Changes[]): Changes => ({
  conversions: all.flatMap(({ conversions }) => conversions),
  created: all.flatMap(({ created }) => created),
  changed: all.flatMap(({ changed }) => changed),
  reservations: all.flatMap(({ reservations }) => reservations),
  transactions: all.flatMap(({ transactions }) => transactions),
  events: all.flatMap(({ events }) => events),
});
