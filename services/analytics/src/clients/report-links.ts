import { createHmac, timingSafeEqual } from 'node:crypto';

interface LinkSettings {
  readonly publicUrl: string;
  readonly REPORT_LINK_SECRET: string;
}

/**
 * Signed links to finished reports, because a browser opens them without a token. A link is for one file and
 * expires with it.
 */
export function openReportLinks({ publicUrl, REPORT_LINK_SECRET: secret }: LinkSettings) {
  const digestOf = (reportId: string, until: string): Buffer =>
    createHmac('sha256', secret).update(`report.${reportId}.${until}`).digest();

  return {
    urlOf: (reportId: string, expiresAt: Date): string => {
      const until = String(Math.floor(expiresAt.getTime() / 1000));
      const token = `${until}.${digestOf(reportId, until).toString('hex')}`;
      return `${publicUrl}/api/affiliate-reports/exports/${reportId}/file?token=${token}`;
    },

    /** Whether a token is for this file and has not expired. */
    allows: (reportId: string, token: string, now: Date): boolean => {
      const [, until = '', hex = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (hex === '' || Number(until) * 1000 <= now.getTime()) return false;
      return timingSafeEqual(digestOf(reportId, until), Buffer.from(hex, 'hex'));
    },
  };
}
