import { type EventType } from '@tributary/contracts';
import { type EventName } from '../event-catalog.ts';
import { type MacroValues } from '../postback.ts';

/** What subscribers are told of an internal event; one may be told as several. */
export interface PublicEvent {
  readonly name: EventName;
  /** The users concerned; each hears only of its own. */
  readonly parties: readonly string[];
  /** Administrators hear everything, once: not the further versions of one event for other parties. */
  readonly toAdmins: boolean;
  /** Concerns every subscriber, party or not. */
  readonly toAll?: boolean;
  /** What a postback can say of it. */
  readonly macros?: MacroValues;
  /** Event-specific fields; money as text with the currency's decimals. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** One row of the table: an internal event and what is made of it. */
export interface Translation {
  readonly eventType: EventType;
  readonly toPublic: (data: unknown) => readonly PublicEvent[];
  /** Why nobody outside is told, where that is so. */
  readonly untoldBecause?: string;
}

export const translation = <Data>(
  eventType: EventType<Data>,
  toPublic: (data: Data) => readonly PublicEvent[],
): Translation => ({
  eventType: eventType as unknown as EventType,
  toPublic: (data) => toPublic(data as Data),
});

/** An internal event that nobody outside is told of, with the reason. */
export const untold = <Data>(eventType: EventType<Data>, reason: string): Translation => ({
  eventType: eventType as unknown as EventType,
  toPublic: () => [],
  untoldBecause: reason,
});

type Party = string | null;

/** An event for these parties and the administrators. */
export const told = (
  name: EventName,
  parties: readonly Party[],
  data: Readonly<Record<string, unknown>>,
): PublicEvent => ({ name, parties: known(parties), toAdmins: true, data });

/** A version of an event for parties who may see less of it, or see it from their side. */
export const toldAlso = (
  name: EventName,
  parties: readonly Party[],
  data: Readonly<Record<string, unknown>>,
): PublicEvent => ({ name, parties: known(parties), toAdmins: false, data });

/** An event for every endpoint that subscribes to it. */
export const toldToAll = (
  name: EventName,
  data: Readonly<Record<string, unknown>>,
): PublicEvent => ({ name, parties: [], toAdmins: true, toAll: true, data });

const known = (parties: readonly Party[]): string[] => [
  ...new Set(parties.filter((party) => party !== null)),
];
