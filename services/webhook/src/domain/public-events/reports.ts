import {
  conversionsPassed,
  linkClicksPassed,
  reportReady,
  revenuePassed,
} from '@tributary/contracts';
import { formatAmount } from '@tributary/money';
import { publicEvent, translation } from './translation.ts';

export const reportTranslations = [
  translation(reportReady, (report) => [
    publicEvent('analytics.report.ready', [report.affiliateId], {
      report_id: report.reportId,
      kind: report.kind,
      format: report.format,
      rows: report.rows,
      download_url: report.downloadUrl,
      expires_at: report.expiresAt,
    }),
  ]),
  translation(linkClicksPassed, (link) => [
    publicEvent('link.performance.threshold', [link.brandId, link.affiliateId], {
      link_id: link.linkId,
      tracking_code: link.trackingCode,
      campaign_id: link.campaignId,
      affiliate_id: link.affiliateId,
      threshold: link.threshold,
      clicks: link.clicks,
      passed_at: link.passedAt,
    }),
  ]),
  translation(conversionsPassed, (campaign) => [
    publicEvent('performance.milestone', [campaign.brandId], {
      campaign_id: campaign.campaignId,
      threshold: campaign.threshold,
      conversions: campaign.conversions,
      passed_at: campaign.passedAt,
    }),
  ]),
  translation(revenuePassed, (campaign) => [
    publicEvent('revenue.threshold.reached', [campaign.brandId], {
      campaign_id: campaign.campaignId,
      threshold: formatAmount(campaign.thresholdMinor, campaign.currency),
      revenue: formatAmount(campaign.revenueMinor, campaign.currency),
      currency: campaign.currency,
      passed_at: campaign.passedAt,
    }),
  ]),
];
