import { pageRequestOf, paginationOf } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { periodOf } from '../../domain/period.ts';
import { CLICK_RETENTION_MS } from '../../domain/rollup.ts';

type ListClicksDeps = Pick<Deps, 'clicks' | 'clock' | 'facts' | 'figures'>;

interface Input {
  readonly affiliateId: string;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** One page of an affiliate's clicks, newest first, bots and duplicates labelled. */
export const listClicks = (deps: ListClicksDeps) => async (input: Input) => {
  const { affiliateId, campaignId, linkId, page, perPage } = input;
  const now = deps.clock.now();
  const period = periodOf(input, now);
  const scope = { affiliateId, campaignId, linkId };
  const wanted = pageRequestOf(page, perPage);
  // The sums give the total without reading each click. They still include clicks that have been deleted.
  const keptSince = new Date(Math.max(period.start.getTime(), now.getTime() - CLICK_RETENTION_MS));
  const [rows, total] = await Promise.all([
    deps.clicks.list({ ...scope, period }, wanted),
    deps.figures.countClicks(scope, { ...period, start: keptSince }),
  ]);
  const converted = await deps.facts.findConverted(rows.map(({ _id }) => _id));
  return {
    clicks: rows.map((row) => ({
      id: row._id,
      timestamp: row.occurredAt.toISOString(),
      link_id: row.linkId,
      tracking_code: row.trackingCode,
      campaign_id: row.campaignId,
      utm: row.utm,
      referrer: row.referrer,
      device: row.device,
      browser: row.browser,
      os: row.os,
      country: row.country,
      region: row.region,
      city: row.city,
      is_unique: row.isUnique,
      is_bot: row.isBot,
      converted: converted.has(row._id),
    })),
    pagination: paginationOf(page, perPage, total),
  };
};
