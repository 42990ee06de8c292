import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@tributary/contracts';
import { type EventName, eventNames } from '../event-catalog.ts';
import { internalSamples } from '../sample-payloads.ts';
import { translations } from './table.ts';

const services = join(import.meta.dirname, '../../../..');

/** The operation that makes each public event: when, and the file of the owning service that says it. */
const emitters: readonly (readonly [when: string, file: string, ...names: EventName[]])[] = [
  ['somebody registers', 'identity/src/domain/user.ts', 'affiliate.registered', 'brand.registered'],
  [
    'an administrator sets the status',
    'identity/src/domain/user.ts',
    ...(['affiliate.verified', 'affiliate.activated', 'affiliate.suspended'] as const),
    ...(['brand.verified', 'brand.suspended'] as const),
  ],
  ['PUT /api/auth/me', 'identity/src/domain/user.ts', 'affiliate.profile.updated'],
  [
    'a plan’s calls reach 80 % and 100 %',
    'identity/src/features/note-usage/note-usage.ts',
    ...(['api.limit.warning', 'api.limit.exceeded'] as const),
  ],
  [
    'a campaign is made, changed or moved',
    'campaign/src/domain/campaign.ts',
    ...(['campaign.created', 'campaign.updated', 'campaign.activated'] as const),
    ...(['campaign.paused', 'campaign.ended'] as const),
  ],
  [
    'an affiliate applies, is reviewed, leaves',
    'campaign/src/domain/application.ts',
    ...(['application.submitted', 'application.approved', 'application.rejected'] as const),
    ...(['campaign.affiliate.joined', 'campaign.affiliate.left'] as const),
  ],
  [
    'a link is made, switched off',
    'campaign/src/domain/link.ts',
    ...(['link.created', 'link.deactivated'] as const),
  ],
  [
    'a product is added, changed',
    'campaign/src/domain/product.ts',
    ...(['brand.product.added', 'brand.product.updated'] as const),
  ],
  ['a visitor follows a link', 'tracking/src/store/click-log.ts', 'link.clicked'],
  ['any intake', 'tracking/src/workflows/commit-conversions.ts', 'conversion.tracked'],
  [
    'a brand reviews',
    'tracking/src/domain/review.ts',
    ...(['conversion.approved', 'conversion.rejected'] as const),
  ],
  [
    'an affiliate disputes',
    'tracking/src/features/dispute-conversion/dispute-conversion.route.ts',
    'conversion.disputed',
  ],
  [
    'a brand reviews in bulk',
    'tracking/src/workflows/review-conversions.ts',
    'commission.bulk_updated',
  ],
  [
    'a shop is connected',
    'tracking/src/features/create-integration/create-integration.ts',
    'integration.connected',
  ],
  [
    'a shop is disconnected',
    'tracking/src/features/delete-integration/delete-integration.route.ts',
    'integration.disconnected',
  ],
  ['a shop’s webhook fails', 'tracking/src/workflows/integration-state.ts', 'integration.error'],
  [
    'a shop’s orders were fetched',
    'tracking/src/workflows/sync-integration.ts',
    'integration.sync.completed',
  ],
  [
    'a conversion is flagged, and decided',
    'attribution/src/domain/assessment.ts',
    ...(['fraud.detected', 'fraud.confirmed', 'fraud.resolved'] as const),
  ],
  [
    'an affiliate’s average passes the threshold',
    'attribution/src/features/detect-suspicious-affiliates/detect-suspicious-affiliates.consumer.ts',
    'suspicious.activity',
  ],
  ['a payout is held', 'payout/src/domain/payout-steps.ts', 'suspicious.activity'],
  [
    'an export is done',
    'analytics/src/features/write-reports/write-reports.ts',
    'analytics.report.ready',
  ],
  [
    'a count passes a power of ten',
    'analytics/src/features/tell-milestones/tell-milestones.ts',
    ...(['link.performance.threshold', 'performance.milestone'] as const),
    'revenue.threshold.reached',
  ],
  [
    'a conversion is approved',
    'commission/src/domain/creation.ts',
    ...(['commission.created', 'commission.earned', 'commission.pending'] as const),
  ],
  ['a hold ends', 'commission/src/domain/hold.ts', 'commission.approved'],
  [
    'a payout pays the rest; a refund or chargeback',
    'commission/src/domain/adjustment.ts',
    ...(['commission.paid', 'commission.adjusted'] as const),
  ],
  [
    'tiers are evaluated',
    'commission/src/features/evaluate-tiers/evaluate-tiers.ts',
    'affiliate.tier.changed',
  ],
  [
    'the steps of a payout',
    'payout/src/domain/payout-steps.ts',
    ...(['payment.initiated', 'payment.completed', 'payment.failed'] as const),
    ...(['payment.refunded', 'payout.completed', 'payout.failed'] as const),
  ],
  ['a provider takes on', 'payout/src/domain/provider-outcome.ts', 'payment.processing'],
  [
    'a scheduled run',
    'payout/src/domain/payout-run.ts',
    ...(['payout.batch.created', 'payout.batch.processing'] as const),
    ...(['payout.batch.completed', 'payout.batch.failed'] as const),
  ],
  [
    'POST /api/admin/announcements',
    'webhook/src/features/create-announcement/create-announcement.route.ts',
    ...(['system.maintenance', 'system.update'] as const),
  ],
];

const rows = emitters.flatMap(([when, file, ...names]) =>
  names.map((name) => [name, when, file] as const),
);

/** The names under which the contracts export the makers of the internal events behind a public one. */
function makersOf(name: EventName): string[] {
  const isTold = ([type, data]: (typeof internalSamples)[number]): boolean =>
    translations
      .filter(({ eventType }) => eventType.type === type)
      .some(({ toPublic }) => toPublic(data).some((told) => told.name === name));
  const types = new Set(internalSamples.filter(isTold).map(([type]) => type));
  return Object.entries(contracts)
    .filter(([, one]) => typeof one === 'function' && 'type' in one && types.has(one.type))
    .map(([maker]) => maker);
}

/** A file without its imports, comments and the lines that only listen. */
const statementsOf = (file: string): string =>
  readFileSync(join(services, file), 'utf8')
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/\b\w*(consumer|consumerOfSeveral|batchConsumer|translation)\(\s*\w+/g, '');

const madeIn = (file: string, name: EventName): string[] => {
  const statements = statementsOf(file);
  return makersOf(name).filter((maker) => new RegExp(`\\b${maker}\\b`).test(statements));
};

/** Of the source alone: that the operation runs is for the tests of its service to show. */
describe('each of the 62 public events', () => {
  it.each(rows)('%s is made where %s, in %s', (name, _when, file) => {
    expect(madeIn(file, name)).not.toEqual([]);
  });

  it.each(eventNames)('%s is made by every internal event that it is told of', (name) => {
    const files = rows.filter(([one]) => one === name).map(([, , file]) => file);
    const made = files.flatMap((file) => madeIn(file, name));
    expect([...new Set(made)].toSorted()).toEqual(makersOf(name).toSorted());
    expect(made).not.toEqual([]);
  });
});
