import nodemailer from 'nodemailer';
import { type SendResult } from '../domain/send-attempt.ts';

export interface OutgoingEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same in every attempt, so that a mailbox can drop a repeated e-mail. */
  readonly messageId: string;
  /** Left out for e-mails that users cannot unsubscribe from. */
  readonly unsubscribeUrl?: string | undefined;
}

export interface EmailSender {
  /** One attempt. Never throws. */
  send(email: OutgoingEmail): Promise<SendResult>;
  close(): void;
}

interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  readonly connections: number;
}

/** Sends over a pool of SMTP connections. */
export function openEmailSender({ url, from, connections }: SmtpOptions): EmailSender {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 1_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, messageId, unsubscribeUrl }) => {
      try {
        // As an object, because a string with a comma would be parsed as two recipients.
        const recipient = { name: '', address: to };
        const headers = listHeaders(unsubscribeUrl);
        await transport.sendMail({ from, to: recipient, subject, text, html, messageId, headers });
        return { kind: 'sent' };
      } catch (error) {
        return resultOf(error);
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/** RFC 2369, and RFC 8058 for one-click unsubscribe. */
const listHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** Replies to RCPT TO for an unknown mailbox, unless the enhanced status code states another reason. */
const NO_MAILBOX = new Set([550, 551, 553]);
/** Enhanced status codes (RFC 3463) for full or blocked mailboxes, and for policy. */
const MAILBOX_OR_POLICY = /^\d{3}[ -]5\.(2|7)\./;

interface SmtpError {
  readonly responseCode?: number;
  readonly response?: string;
  readonly code?: string;
  readonly command?: string;
}

/** The commands whose refusal concerns this recipient or this message. */
const MESSAGE_COMMANDS = new Set(['RCPT TO', 'DATA']);
/** Replies that refuse our credentials, to any command. */
const AUTHENTICATION_REPLIES = new Set([530, 534, 535, 538]);

/**
 * A 5xx reply about the recipient or the message is permanent. Everything else is temporary, including a
 * refusal of our credentials or our sender address. The reason contains the reply code, not the address.
 */
function resultOf(error: unknown): SendResult {
  const { responseCode, code, command, response = '' } = error as SmtpError;
  if (responseCode === undefined) {
    return { kind: 'temporary_failure', reason: `smtp_${(code ?? 'failed').toLowerCase()}` };
  }
  const reason = `smtp_${String(responseCode)}`;
  const concernsMessage =
    MESSAGE_COMMANDS.has(command ?? '') && !AUTHENTICATION_REPLIES.has(responseCode);
  if (responseCode < 500 || !concernsMessage) return { kind: 'temporary_failure', reason };
  const isHardBounce =
    command === 'RCPT TO' && NO_MAILBOX.has(responseCode) && !MAILBOX_OR_POLICY.test(response);
  return { kind: 'permanent_failure', reason, isHardBounce };
}
