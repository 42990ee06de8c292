import { type AccountLinkPurpose } from '@tributary/contracts';
import { type AnyType, type Channel, type Priority } from './notification.ts';
import { type Formats } from './templates/formats.ts';

/** The text of a notification, and its link. */
export interface Content {
  readonly title: string;
  readonly message: string;
  readonly actionUrl?: string | null;
  readonly actionLabel?: string | null;
}

/** A text that is not written yet: its recipients may read different languages. */
export type Text = (formats: Formats) => Content;

/** A message to a user, before channels and send times are chosen. */
export interface Notice {
  readonly text: Text;
  readonly type: AnyType;
  readonly priority: Priority;
  readonly entityType: string | null;
  readonly entityId: string | null;
  /** The locale of a recipient whose own is not known. */
  readonly locale?: string;
  /**
   * The address of a secret e-mail, which may not be the account's own. It appears in no list, and its
   * content is deleted once it is sent.
   */
  readonly to?: string;
  /** Of an account link. */
  readonly linkPurpose?: AccountLinkPurpose;
  /** By default: in the product, by e-mail, and over each further channel that the user has enabled. */
  readonly channels?: readonly Channel[];
}

/** Why nothing but security alerts leaves the product for a suspended account. */
export const ACCOUNT_SUSPENDED = 'account_suspended';

const mandatoryTypes: readonly AnyType[] = ['security_alert', 'account_link'];

/** A mandatory notice ignores the user’s preferences. */
export const isMandatory = ({ type }: Pick<Notice, 'type'>): boolean =>
  mandatoryTypes.includes(type);
