import { isAppError } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type LimitedEmail, mailAllowance } from '../domain/mail-allowance.ts';
import { TEST_TYPE } from '../domain/notification.ts';
import { type SendResult } from '../domain/send-attempt.ts';

interface Email extends LimitedEmail {
  readonly to: string;
}

/**
 * Why an e-mail may not go to its address, as a result; undefined where it may. Counts it. Test e-mails
 * go to proved addresses only.
 */
export async function refusalOfAddress(
  { mailLimits }: Pick<Deps, 'mailLimits'>,
  { to, ...email }: Email,
): Promise<SendResult | undefined> {
  if (email.type === TEST_TYPE && !email.isProved) {
    return { kind: 'suppressed', reason: 'email_not_verified' };
  }
  const allowance = mailAllowance(email);
  if (allowance === 'unlimited') return undefined;
  try {
    await mailLimits[allowance].consume(to);
    return undefined;
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'rate_limited') throw error;
    return { kind: 'suppressed', reason: 'too_many_emails_to_address' };
  }
}
