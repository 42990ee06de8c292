import { createHmac } from 'node:crypto';
import { isSignedByAny, type SecretList } from '@tributary/service';

interface LinkSettings {
  readonly publicUrl: string;
  readonly REPORT_LINK_SECRET: SecretList;
}

/**
 * Signed links to finished reports, because a browser opens them without a token. A link is for one file and
 * expires with it.
 */
export function openReportLinks({ publicUrl, REPORT_LINK_SECRET: secrets }: LinkSettings) {
  const signer =
    (reportId: string, until: string) =>
    (secret: string): Buffer =>
      createHmac('sha256', secret).update(`report.${reportId}.${until}`).digest();

  return {
    urlOf: (reportId: string, expiresAt: Date): string => {
      const until = String(Math.floor(expiresAt.getTime() / 1000));
      const token = `${until}.${signer(reportId, until)(secrets[0]).toString('hex')}`;
      return `${publicUrl}/api/affiliate-reports/exports/${reportId}/file?token=${token}`;
    },

    /** Whether a token is for this file and has not expired. */
    allows: (reportId: string, token: string, now: Date): boolean => {
      const [, until = '', hex = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (hex === '' || Number(until) * 1000 <= now.getTime()) return false;
      return isSignedByAny(secrets, Buffer.from(hex, 'hex'), signer(reportId, until));
    },
  };
}
