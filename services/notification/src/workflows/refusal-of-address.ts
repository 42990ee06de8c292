import { isAppError } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { mailAllowance } from '../domain/mail-allowance.ts';
import { type AnyType, TEST_TYPE } from '../domain/notification.ts';
import { type SendResult } from '../domain/send-attempt.ts';

interface Email {
  readonly type: AnyType;
  readonly to: string;
  /** Whether the recipient has proved the address. */
  readonly isProved: boolean;
}

/**
 * Why an e-mail may not go to its address, as a result; undefined where it may. Counts it. Test e-mails
 * go to proved addresses only.
 */
export async function refusalOfAddress(
  { mailLimits }: Pick<Deps, 'mailLimits'>,
  { type, to, isProved }: Email,
): Promise<SendResult | undefined> {
  if (type === TEST_TYPE && !isProved) {
    return { kind: 'suppressed', reason: 'email_not_verified' };
  }
  const allowance = mailAllowance(type, isProved);
  if (allowance === 'unlimited') return undefined;
  try {
    await mailLimits[allowance].consume(to);
    return undefined;
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'rate_limited') throw error;
    return { kind: 'suppressed', reason: 'too_many_emails_to_address' };
  }
}
