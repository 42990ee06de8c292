import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@tributary/units';

interface LinkSettings {
  readonly publicUrl: string;
  readonly INVOICE_LINK_SECRET: string;
  readonly INVOICE_LINK_DAYS: number;
}

/** What a link opens, and the end of its path. */
const paths = { invoice: '', 'credit-note': '/credit-note' } as const;
export type Linked = keyof typeof paths;

/**
 * Links to invoices and their credit notes, which are opened in a browser that has no token to send: each carries one of its own, for
 * its one document, which ends after some days.
 */
export function openInvoiceLinks({
  publicUrl,
  INVOICE_LINK_SECRET: secret,
  INVOICE_LINK_DAYS: days,
}: LinkSettings) {
  const digestOf = (kind: Linked, payoutId: string, until: string): Buffer =>
    createHmac('sha256', secret).update(`${kind}.${payoutId}.${until}`).digest();

  return {
    /** The same all day long, so that a list read twice is the same. */
    urlOf: (kind: Linked, payoutId: string, now: Date): string => {
      const until = String((Math.floor(now.getTime() / DAY_MS) + days + 1) * (DAY_MS / 1000));
      const token = `${until}.${digestOf(kind, payoutId, until).toString('hex')}`;
      return `${publicUrl}/api/payouts/invoices/${payoutId}${paths[kind]}?token=${token}`;
    },

    /** Whether a token is one for this document, and still holds. */
    allows: (
      { kind, payoutId }: { readonly kind: Linked; readonly payoutId: string },
      token: string,
      now: Date,
    ): boolean => {
      const [, until = '', hex = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (hex === '' || Number(until) * 1000 <= now.getTime()) return false;
      return timingSafeEqual(digestOf(kind, payoutId, until), Buffer.from(hex, 'hex'));
    },
  };
}
