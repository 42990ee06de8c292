import { request } from 'undici';
import { mayPass, type SendResult } from '../domain/send-attempt.ts';

export interface SmsSender {
  /** One try. Never throws. */
  send(message: { to: string; text: string }): Promise<SendResult>;
}

interface SmsOptions {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** Text messages by the provider's HTTP interface; without one they are suppressed. */
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
        return { kind: 'unsent', reason: 'sms_provider_away' };
      }
    },
  };
}

/** The provider says in words of its own that nobody can be reached at a number. */
const NO_NUMBER = /"code"\s*:\s*"invalid_number"/;

function resultOf(status: number, text: string): SendResult {
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  const reason = `sms_${String(status)}`;
  if (mayPass(status)) return { kind: 'unsent', reason };
  return { kind: 'refused', reason, isHardBounce: status === 400 && NO_NUMBER.test(text) };
}
