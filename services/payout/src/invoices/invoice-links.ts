import { createHmac, timingSafeEqual } from 'node:crypto';

const DAY_MS = 86_400_000;

interface LinkSettings {
  readonly publicUrl: string;
  readonly INVOICE_LINK_SECRET: string;
  readonly INVOICE_LINK_DAYS: number;
}

/**
 * Links to invoices, which are opened in a browser that has no token to send: each carries one of its own, for
 * its one document, which ends after some days.
 */
export function openInvoiceLinks({
  publicUrl,
  INVOICE_LINK_SECRET: secret,
  INVOICE_LINK_DAYS: days,
}: LinkSettings) {
  const digestOf = (payoutId: string, until: string): Buffer =>
    createHmac('sha256', secret).update(`invoice.${payoutId}.${until}`).digest();

  return {
    /** The same all day long, so that a list read twice is the same. */
    urlOf: (payoutId: string, now: Date): string => {
      const until = String((Math.floor(now.getTime() / DAY_MS) + days + 1) * (DAY_MS / 1000));
      const token = `${until}.${digestOf(payoutId, until).toString('hex')}`;
      return `${publicUrl}/api/payouts/invoices/${payoutId}?token=${token}`;
    },

    /** Whether a token is one for this document, and still holds. */
    allows: (payoutId: string, token: string, now: Date): boolean => {
      const [, until = '', hex = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (hex === '' || Number(until) * 1000 <= now.getTime()) return false;
      return timingSafeEqual(digestOf(payoutId, until), Buffer.from(hex, 'hex'));
    },
  };
}
