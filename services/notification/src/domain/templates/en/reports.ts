import { type Content } from '../../notice.ts';

interface Report {
  readonly kind: string;
  readonly rows: number;
  readonly downloadUrl: string;
  readonly expiresAt: string;
  readonly schedule: {
    readonly frequency: 'daily' | 'weekly' | 'monthly';
    readonly from: string;
    readonly to: string;
  };
}

const kinds: Readonly<Record<string, string>> = {
  campaign: 'by campaign',
  link: 'by link',
  utm: 'by UTM parameters',
  geo: 'by country',
  device: 'by device and browser',
  time_of_day: 'by hour of the day',
};

export const scheduledReport = ({
  kind,
  rows,
  downloadUrl,
  expiresAt,
  schedule,
}: Report): Content => {
  const { frequency, from, to } = schedule;
  const span = from === to ? from : `${from} to ${to}`;
  return {
    title: `Your ${frequency} report, ${span}`,
    message:
      `Your report ${kinds[kind] ?? kind} of ${span} is ready, with ${String(rows)} rows. ` +
      `The link opens it without signing in until ${expiresAt.slice(0, 10)}.`,
    actionUrl: downloadUrl,
    actionLabel: 'Open the report',
  };
};
