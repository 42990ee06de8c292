import { type EventType } from '@tributary/contracts';
import { type Notice } from '../notice.ts';
import { type Texts } from '../templates/texts.ts';

/** Somebody to be told something because of an event. */
export interface Telling extends Notice {
  /** These users, the members of a campaign, or somebody of whom only the address is known. */
  readonly to: readonly string[] | { readonly membersOf: string } | { readonly guest: string };
}

/** What handlers can ask for while they write: names that an event does not carry, and words. */
export interface Names {
  readonly texts: Texts;
  /** A campaign's name as its member knows it. */
  readonly campaignOf: (campaignId: string, affiliateId: string) => string | undefined;
}

/** One row of the table: an event and who is told what of it. */
export interface Trigger {
  readonly eventType: EventType;
  readonly tellings: (data: unknown, names: Names) => readonly Telling[];
  /** Memberships whose campaign's name is needed. */
  readonly memberships: (data: unknown) => readonly MembershipKey[];
  /** Why nobody is told, where that is so. */
  readonly silentBecause?: string;
}

export interface MembershipKey {
  readonly campaignId: string;
  readonly affiliateId: string;
}

export const trigger = <Data>(
  eventType: EventType<Data>,
  tellings: (data: Data, names: Names) => readonly Telling[],
  memberships: (data: Data) => readonly MembershipKey[] = () => [],
): Trigger => ({
  eventType: eventType as unknown as EventType,
  tellings: (data, names) => tellings(data as Data, names),
  memberships: (data) => memberships(data as Data),
});

/** An event that nobody is told of, with the reason. */
export const silent = <Data>(eventType: EventType<Data>, reason: string): Trigger => ({
  eventType: eventType as unknown as EventType,
  tellings: () => [],
  memberships: () => [],
  silentBecause: reason,
});
