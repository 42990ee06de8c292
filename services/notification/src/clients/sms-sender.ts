import { request } from 'undici';
import { isTemporaryStatus, type SendResult } from '../domain/send-attempt.ts';

export interface SmsSender {
  /** One attempt. Never throws. */
  send(message: { to: string; text: string }): Promise<SendResult>;
}

interface SmsOptions {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** Sends text messages over the provider's HTTP API; without a provider they are suppressed. */
export function openSmsSender({ url, apiKey }: SmsOptions): SmsSender {
  return {
    send: async (message) => {
      if (url === undefined) return { kind: 'suppressed', reason: 'sms_not_configured' };
      try {
        const { statusCode, body } = await request(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${apiKey ?? ''}`,
          },
          body: JSON.stringify(message),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return resultOf(statusCode, await body.text());
      } catch {
        return { kind: 'temporary_failure', reason: 'sms_provider_away' };
      }
    },
  };
}

/** The provider's error code for a number that does not exist. */
const INVALID_NUMBER = /"code"\s*:\s*"invalid_number"/;

function resultOf(status: number, text: string): SendResult {
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  const reason = `sms_${String(status)}`;
  if (isTemporaryStatus(status)) return { kind: 'temporary_failure', reason };
  const isHardBounce = status === 400 && INVALID_NUMBER.test(text);
  return { kind: 'permanent_failure', reason, isHardBounce };
}
