import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@tributary/contracts';
import { type EventName, eventNames } from '../event-catalog.ts';
import { internalSamples } from '../sample-payloads.ts';
import { translations } from './table.ts';

const services = join(import.meta.dirname, '../../../..');

/** When each public event is published, and by which service. */
const emitters: readonly (readonly [when: string, service: string, ...names: EventName[]])[] = [
  ['a user registers', 'identity', 'affiliate.registered', 'brand.registered'],
  [
    'an administrator sets the status',
    'identity',
    ...(['affiliate.verified', 'affiliate.activated', 'affiliate.suspended'] as const),
    ...(['brand.verified', 'brand.suspended'] as const),
  ],
  ['PUT /api/auth/me', 'identity', 'affiliate.profile.updated'],
  [
    'the calls reach 80 % or 100 % of the plan',
    'identity',
    ...(['api.limit.warning', 'api.limit.exceeded'] as const),
  ],
  [
    'a campaign is created, updated or changes its status',
    'campaign',
    ...(['campaign.created', 'campaign.updated', 'campaign.activated'] as const),
    ...(['campaign.paused', 'campaign.ended'] as const),
  ],
  [
    'an affiliate applies, is reviewed or leaves',
    'campaign',
    ...(['application.submitted', 'application.approved', 'application.rejected'] as const),
    ...(['campaign.affiliate.joined', 'campaign.affiliate.left'] as const),
  ],
  [
    'a link is created or switched off',
    'campaign',
    ...(['link.created', 'link.deactivated'] as const),
  ],
  [
    'a product is added or updated',
    'campaign',
    ...(['brand.product.added', 'brand.product.updated'] as const),
  ],
  ['a visitor follows a link', 'tracking', 'link.clicked'],
  ['a conversion is tracked', 'tracking', 'conversion.tracked'],
  ['a brand reviews', 'tracking', ...(['conversion.approved', 'conversion.rejected'] as const)],
  ['an affiliate disputes', 'tracking', 'conversion.disputed'],
  ['a brand reviews in bulk', 'tracking', 'commission.bulk_updated'],
  [
    'a shop is connected or disconnected',
    'tracking',
    ...(['integration.connected', 'integration.disconnected'] as const),
  ],
  ['a shop’s webhook fails', 'tracking', 'integration.error'],
  ['a shop’s orders were fetched', 'tracking', 'integration.sync.completed'],
  [
    'a conversion is flagged or decided',
    'attribution',
    ...(['fraud.detected', 'fraud.confirmed', 'fraud.resolved'] as const),
  ],
  ['an affiliate’s average score exceeds the threshold', 'attribution', 'suspicious.activity'],
  ['a payout is held', 'payout', 'suspicious.activity'],
  ['a report is ready', 'analytics', 'analytics.report.ready'],
  [
    'a count passes a power of ten',
    'analytics',
    ...(['link.performance.threshold', 'performance.milestone'] as const),
    'revenue.threshold.reached',
  ],
  [
    'a conversion is approved',
    'commission',
    ...(['commission.created', 'commission.earned', 'commission.pending'] as const),
  ],
  ['a hold ends', 'commission', 'commission.approved'],
  [
    'a commission is paid or adjusted',
    'commission',
    ...(['commission.paid', 'commission.adjusted'] as const),
  ],
  ['tiers are evaluated', 'commission', 'affiliate.tier.changed'],
  [
    'a payout makes a step',
    'payout',
    ...(['payment.initiated', 'payment.completed', 'payment.failed'] as const),
    ...(['payment.refunded', 'payout.completed', 'payout.failed'] as const),
  ],
  ['a provider accepts a payment', 'payout', 'payment.processing'],
  [
    'a payout run makes a step',
    'payout',
    ...(['payout.batch.created', 'payout.batch.processing'] as const),
    ...(['payout.batch.completed', 'payout.batch.failed'] as const),
  ],
  [
    'POST /api/admin/announcements',
    'webhook',
    ...(['system.maintenance', 'system.update'] as const),
  ],
];

const rows = emitters.flatMap(([when, service, ...names]) =>
  names.map((name) => [name, when, service] as const),
);

/** The names under which the contracts export the internal events behind a public one. */
function internalEventsOf(name: EventName): string[] {
  const leadsToName = ([type, data]: (typeof internalSamples)[number]): boolean =>
    translations
      .filter(({ eventType }) => eventType.type === type)
      .some(({ toPublic }) => toPublic(data).some((event) => event.name === name));
  const types = new Set(internalSamples.filter(leadsToName).map(([type]) => type));
  return Object.entries(contracts)
    .filter(([, value]) => typeof value === 'function' && 'type' in value && types.has(value.type))
    .map(([exportName]) => exportName);
}

/** The product code of a service without imports, comments, and the lines that only consume an event. */
const statementsOf = (service: string): string =>
  globSync('src/**/*.ts', { cwd: join(services, service) })
    .filter((file) => !/\.test\.ts$|\/testing\/|\/cli\//.test(file))
    .map((file) => readFileSync(join(services, service, file), 'utf8'))
    .join('\n')
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/\b\w*(consumer|consumerOfSeveral|batchConsumer|translation)\(\s*\w+/gi, '');

const statements = new Map(
  [...new Set(rows.map(([, , service]) => service))].map((name) => [name, statementsOf(name)]),
);

const publishedBy = (service: string, name: EventName): string[] =>
  internalEventsOf(name).filter((event) =>
    new RegExp(`\\b${event}\\b`).test(statements.get(service) ?? ''),
  );

/** Checks the source only: the tests of each service show that the operation publishes the event. */
describe('each of the 62 public events', () => {
  it.each(rows)('%s is published when %s, by %s', (name, _when, service) => {
    expect(publishedBy(service, name)).not.toEqual([]);
  });

  it.each(eventNames)('%s is published through every internal event that leads to it', (name) => {
    const owners = rows.filter(([event]) => event === name).map(([, , service]) => service);
    const published = owners.flatMap((service) => publishedBy(service, name));
    expect([...new Set(published)].toSorted()).toEqual(internalEventsOf(name).toSorted());
    expect(published).not.toEqual([]);
  });
});
