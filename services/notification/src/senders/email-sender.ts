import nodemailer from 'nodemailer';
import { type Email } from '../domain/email.ts';
import { type SendResult } from '../domain/sending.ts';

/** An e-mail on its way to one person. */
export interface OutgoingEmail extends Email {
  readonly to: string;
  /** The same in every try, so that a mailbox can tell a repetition. */
  readonly messageId: string;
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
    send: async ({ to, subject, text, html, messageId }) => {
      try {
        // As an object: a name or an address with a comma stays one recipient.
        const recipient = { name: '', address: to };
        await transport.sendMail({ from, to: recipient, subject, text, html, messageId });
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

/** 5xx is for good; everything else may pass. The reason names the reply, not the address. */
function resultOf(error: unknown): SendResult {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode !== undefined) {
    const kind = responseCode >= 500 ? 'refused' : 'unsent';
    return { kind, reason: `smtp_${String(responseCode)}` };
  }
  return { kind: 'unsent', reason: `smtp_${(code ?? 'failed').toLowerCase()}` };
}
