import { request } from 'undici';
import { type SendResult } from '../domain/sending.ts';

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
        await body.dump();
        return resultOf(statusCode);
      } catch {
        return { kind: 'unsent', reason: 'sms_provider_away' };
      }
    },
  };
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  const isPassing = status >= 500 || status === 408 || status === 429;
  return { kind: isPassing ? 'unsent' : 'refused', reason: `sms_${String(status)}` };
}
