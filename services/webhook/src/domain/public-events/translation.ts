import { type EventType } from '@tributary/contracts';
import { type EventName } from '../event-catalog.ts';
import { type MacroValues } from '../postback.ts';

/** An event as subscribers get it. An internal event may be published as several. */
export interface PublicEvent {
  readonly name: EventName;
  /** The users whose endpoints get the event. */
  readonly parties: readonly string[];
  /** Whether administrators get it, too: they get every event once, in the version with all data. */
  readonly toAdmins: boolean;
  /** Whether every subscriber gets it. */
  readonly toAll?: boolean;
  /** The values of a postback's macros. */
  readonly macros?: MacroValues;
  /** Event-specific fields; money as text with the currency's decimals. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** One row of the table: an internal event and its public events. */
export interface Translation {
  readonly eventType: EventType;
  readonly toPublic: (data: unknown) => readonly PublicEvent[];
  /** Why the event has no public one. */
  readonly notPublishedBecause?: string;
}

export const translation = <Data>(
  eventType: EventType<Data>,
  toPublic: (data: Data) => readonly PublicEvent[],
): Translation => ({
  eventType: eventType as unknown as EventType,
  toPublic: (data) => toPublic(data as Data),
});

/** An internal event without a public one. */
export const notPublished = <Data>(eventType: EventType<Data>, reason: string): Translation => ({
  eventType: eventType as unknown as EventType,
  toPublic: () => [],
  notPublishedBecause: reason,
});

type Party = string | null;

/** A public event for these parties and the administrators. */
export const publicEvent = (
  name: EventName,
  parties: readonly Party[],
  data: Readonly<Record<string, unknown>>,
): PublicEvent => ({ name, parties: withoutNull(parties), toAdmins: true, data });

/** A version of an event for parties that get less data, or data from their side. */
export const alsoTo = (
  name: EventName,
  parties: readonly Party[],
  data: Readonly<Record<string, unknown>>,
): PublicEvent => ({ name, parties: withoutNull(parties), toAdmins: false, data });

/** A public event for every endpoint that subscribes to it. */
export const publicEventForAll = (
  name: EventName,
  data: Readonly<Record<string, unknown>>,
): PublicEvent => ({ name, parties: [], toAdmins: true, toAll: true, data });

const withoutNull = (parties: readonly Party[]): string[] => [
  ...new Set(parties.filter((party) => party !== null)),
];
