/** The six kinds of report. */
export const reportKinds = ['campaign', 'link', 'utm', 'geo', 'device', 'time_of_day'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The known names of the campaigns and links in rows. */
export interface Names {
  readonly campaigns: ReadonlyMap<string, string>;
  readonly trackingCodes: ReadonlyMap<string, string>;
}

/** The head of a row: the fields before its figures. */
export type RowHead = Readonly<Record<string, string | number | null>>;

interface LinkKey {
  readonly linkId: string | null;
  readonly campaignId: string;
}
interface UtmKey {
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly term: string | null;
  readonly content: string | null;
}
interface DeviceKey {
  readonly device: string;
  readonly browser: string | null;
}

const campaignName = (id: string, { campaigns }: Names) => campaigns.get(id) ?? null;

/** The head of each kind's rows from the key that the store groups by. */
const heads: Readonly<Record<ReportKind, (key: never, names: Names) => RowHead>> = {
  campaign: (campaignId: string, names) => ({
    campaign_id: campaignId,
    campaign_name: campaignName(campaignId, names),
  }),
  link: ({ linkId, campaignId }: LinkKey, names) => ({
    link_id: linkId,
    tracking_code: linkId === null ? null : (names.trackingCodes.get(linkId) ?? null),
    campaign_id: campaignId,
    campaign_name: campaignName(campaignId, names),
  }),
  utm: (utm: UtmKey) => ({
    utm_source: utm.source,
    utm_medium: utm.medium,
    utm_campaign: utm.campaign,
    utm_term: utm.term,
    utm_content: utm.content,
  }),
  geo: (country: string | null) => ({ country }),
  device: ({ device, browser }: DeviceKey) => ({ device, browser }),
  time_of_day: (hour: number) => ({ hour }),
};

/** The head of a row of the report. */
export const headOf = (kind: ReportKind, key: unknown, names: Names): RowHead =>
  heads[kind](key as never, names);

/** The ids whose names a report's rows need. */
export function idsOf(
  kind: ReportKind,
  keys: readonly unknown[],
): { campaignIds: string[]; linkIds: string[] } {
  if (kind === 'campaign') return { campaignIds: keys as string[], linkIds: [] };
  if (kind !== 'link') return { campaignIds: [], linkIds: [] };
  const links = keys as readonly LinkKey[];
  return {
    campaignIds: [...new Set(links.map(({ campaignId }) => campaignId))],
    linkIds: links.flatMap(({ linkId }) => (linkId === null ? [] : [linkId])),
  };
}

/** The columns before the figures, in order. */
export const headColumns: Readonly<Record<ReportKind, readonly string[]>> = {
  campaign: ['campaign_id', 'campaign_name'],
  link: ['link_id', 'tracking_code', 'campaign_id', 'campaign_name'],
  utm: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  geo: ['country'],
  device: ['device', 'browser'],
  time_of_day: ['hour'],
};

/** The columns of figures, in order. */
export const figureColumns = [
  'gross_clicks',
  'unique_clicks',
  'duplicate_clicks',
  'invalid_clicks',
  'clicks',
  'conversions',
  'conversion_rate',
  'revenue',
  'earnings',
  'epc',
] as const;
