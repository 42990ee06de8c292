import { type SecretList } from '@tributary/service';
import { openReportLinks } from './report-links.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const expiresAt = new Date('2026-05-02T12:00:00.000Z');

const linksOf = (...secrets: SecretList) =>
  openReportLinks({ publicUrl: 'https://tributary.example', REPORT_LINK_SECRET: secrets });

const tokenBy = (...secrets: SecretList): string =>
  new URL(linksOf(...secrets).urlOf('report-1', expiresAt)).searchParams.get('token') ?? '';

describe('a link to a report', () => {
  it('outlasts a change of the secret while the old one is listed, and new links have the new one', () => {
    expect(linksOf('new', 'old').allows('report-1', tokenBy('old'), now)).toBe(true);
    expect(linksOf('new').allows('report-1', tokenBy('new', 'old'), now)).toBe(true);
    expect(linksOf('new').allows('report-1', tokenBy('old'), now)).toBe(false);
  });

  it('is for its report alone, until it expires', () => {
    expect(linksOf('new').allows('report-2', tokenBy('new'), now)).toBe(false);
    expect(linksOf('new').allows('report-1', tokenBy('new'), expiresAt)).toBe(false);
  });
});
