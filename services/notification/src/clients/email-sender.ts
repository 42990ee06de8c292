import nodemailer from 'nodemailer';
import { type Email } from '../views/email-view.ts';
import { type SendResult } from '../domain/send-attempt.ts';

/** An e-mail on its way to one person. */
export interface OutgoingEmail extends Email {
  readonly to: string;
  /** The same in every try, so that a mailbox can tell a repetition. */
  readonly messageId: string;
  /** Where one click stops such e-mails; none for those that cannot be stopped. */
  readonly unsubscribeUrl?: string | undefined;
}

export interface EmailSender {
  /** One try. Never throws. */
  send(email: OutgoingEmail): Promise<SendResult>;
  close(): void;
}

interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  readonly connections: number;
}

/** Sends over a few kept connections. */
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
        // As an object: a name or an address with a comma stays one recipient.
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

/** By RFC 2369 and, for the one click, RFC 8058. */
const listHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** Replies to RCPT TO that say that there is no such mailbox, unless their details say otherwise. */
const NO_MAILBOX = new Set([550, 551, 553]);
/** Enhanced status codes (RFC 3463): full or blocked mailboxes, and matters of policy. */
const OTHER_MATTERS = /^\d{3}[ -]5\.(2|7)\./;

interface SmtpError {
  readonly responseCode?: number;
  readonly response?: string;
  readonly code?: string;
  readonly command?: string;
}

/** Commands whose refusal is about this recipient or this message. */
const ABOUT_THE_MESSAGE = new Set(['RCPT TO', 'DATA']);
/** Replies on how we signed in, to whatever command they come. */
const OUR_SIGN_IN = new Set([530, 534, 535, 538]);

/**
 * A refusal of the recipient or of the message is for good; everything else may pass, that of our
 * credentials or of our address included. The reason names the reply, not the address.
 */
function resultOf(error: unknown): SendResult {
  const { responseCode, code, command, response = '' } = error as SmtpError;
  if (responseCode === undefined) {
    return { kind: 'unsent', reason: `smtp_${(code ?? 'failed').toLowerCase()}` };
  }
  const reason = `smtp_${String(responseCode)}`;
  const isOurs = !ABOUT_THE_MESSAGE.has(command ?? '') || OUR_SIGN_IN.has(responseCode);
  if (responseCode < 500 || isOurs) return { kind: 'unsent', reason };
  const isHardBounce =
    command === 'RCPT TO' && NO_MAILBOX.has(responseCode) && !OTHER_MATTERS.test(response);
  return { kind: 'refused', reason, isHardBounce };
}
