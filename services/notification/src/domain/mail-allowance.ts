import { type AnyType, TEST_TYPE } from './notification.ts';

/** What counts against an address: nothing, links and alerts of accounts, or any other e-mail. */
type MailAllowance = 'unlimited' | 'account' | 'other';

const accountTypes: readonly AnyType[] = ['account_link', 'security_alert'];
/** E-mails that somebody else, or a stolen token, can cause in bulk. */
const causedTypes: readonly AnyType[] = ['account_link', 'campaign_invitation', TEST_TYPE];

/**
 * Which limit of its address an e-mail counts for. The owner of a proved address receives every notice
 * of the account, and can unsubscribe; everything else is limited, so that nobody is flooded. Links and
 * alerts of accounts have a share of their own, so that invitations cannot use it up.
 */
export function mailAllowance(type: AnyType, isProved: boolean): MailAllowance {
  if (isProved && !causedTypes.includes(type)) return 'unlimited';
  return accountTypes.includes(type) ? 'account' : 'other';
}
