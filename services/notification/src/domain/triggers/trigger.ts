import { type EventType } from '@tributary/contracts';
import { type Notice } from '../notice.ts';

/** These users, the members of a campaign, or a person without an account. */
export type Recipients =
  | readonly string[]
  | { readonly membersOf: string }
  | { readonly guestEmail: string };

/** A notice that an event triggers. */
export interface TriggeredNotice extends Notice {
  readonly recipients: Recipients;
}

/** What the notices need besides the event's data. */
export interface TriggerContext {
  /** The campaign's name in the affiliate's membership; undefined where it is unknown. */
  readonly campaignNameOf: (campaignId: string, affiliateId: string) => string | undefined;
  /** Whether an account has proved its e-mail address; free text of others is not sent. */
  readonly isProved: (userId: string) => boolean;
  /** The locale of an account, for a person without one whom the account invites. */
  readonly localeOf: (userId: string) => Pick<Notice, 'locale'>;
}

/** One row of the table: an event and the notices that it triggers. */
export interface Trigger {
  readonly eventType: EventType;
  readonly noticesFor: (data: unknown, context: TriggerContext) => readonly TriggeredNotice[];
  /** The memberships whose campaign names the texts need. */
  readonly memberships: (data: unknown) => readonly Membership[];
  /** The accounts that wrote free text of the notices, or whose language guests are assumed to read. */
  readonly authors: (data: unknown) => readonly string[];
  /** Why the event triggers no notice. */
  readonly silentBecause?: string;
}

export interface Membership {
  readonly campaignId: string;
  readonly affiliateId: string;
}

export const trigger = <Data>(
  eventType: EventType<Data>,
  noticesFor: (data: Data, context: TriggerContext) => readonly TriggeredNotice[],
  needs: {
    readonly memberships?: (data: Data) => readonly Membership[];
    readonly authors?: (data: Data) => readonly string[];
  } = {},
): Trigger => ({
  eventType: eventType as unknown as EventType,
  noticesFor: (data, context) => noticesFor(data as Data, context),
  memberships: (data) => needs.memberships?.(data as Data) ?? [],
  authors: (data) => needs.authors?.(data as Data) ?? [],
});

/** A public event that notifies nobody, and why. Internal events without a row notify nobody either. */
export const silent = <Data>(eventType: EventType<Data>, reason: string): Trigger => ({
  eventType: eventType as unknown as EventType,
  noticesFor: () => [],
  memberships: () => [],
  authors: () => [],
  silentBecause: reason,
});
