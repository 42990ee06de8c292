import { type AccountLinkPurpose } from '@tributary/contracts';
import { type AnyType, TEST_TYPE } from './notification.ts';

/** What decides the limit of an e-mail. */
export interface LimitedEmail {
  readonly type: AnyType;
  /** Whether the recipient has proved the address. */
  readonly isProved: boolean;
  /** Of an account link; notifications of earlier releases lack it. */
  readonly linkPurpose?: AccountLinkPurpose | undefined;
}

/** What counts against an address: nothing, links and alerts of accounts, resets, or any other e-mail. */
type MailAllowance = 'unlimited' | 'account' | 'reset' | 'other';

const accountTypes: readonly AnyType[] = ['account_link', 'security_alert'];
/** E-mails that somebody else, or a stolen token, can cause in bulk. */
const causedTypes: readonly AnyType[] = ['account_link', 'campaign_invitation', TEST_TYPE];

/**
 * Which limit of its address an e-mail counts for. The owner of a proved address receives every notice
 * of the account, and can unsubscribe; everything else is limited, so that nobody is flooded. Links and
 * alerts of accounts have a share of their own, so that invitations cannot use it up. The link that takes
 * a change of address back is not limited, and resets of a proved address are counted alone, so that a
 * flood of other e-mails neither hides a takeover nor blocks the owner.
 */
export function mailAllowance({ type, isProved, linkPurpose }: LimitedEmail): MailAllowance {
  if (linkPurpose === 'restore_email') return 'unlimited';
  if (linkPurpose === 'reset_password' && isProved) return 'reset';
  if (isProved && !causedTypes.includes(type)) return 'unlimited';
  return accountTypes.includes(type) ? 'account' : 'other';
}
