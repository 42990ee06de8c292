/** The public webhook events by category: the names that endpoints subscribe to, with their meaning. */
const categories = {
  Affiliate: {
    'affiliate.registered': 'An affiliate opened an account.',
    'affiliate.verified': 'An administrator verified an affiliate.',
    'affiliate.suspended': 'An administrator suspended an affiliate.',
    'affiliate.activated': 'A suspended or verified affiliate was set active.',
    'affiliate.profile.updated': 'An affiliate’s profile changed.',
    'affiliate.tier.changed': 'An affiliate moved to another commission tier.',
  },
  Campaign: {
    'campaign.created': 'A brand drafted a campaign.',
    'campaign.updated': 'A campaign’s record changed, its status apart.',
    'campaign.activated': 'A campaign went live, for the first time or again.',
    'campaign.paused': 'A campaign was paused; its links still redirect.',
    'campaign.ended': 'A campaign is completed or archived.',
    'campaign.affiliate.joined': 'An affiliate became a member of a campaign.',
    'campaign.affiliate.left': 'An affiliate’s membership of a campaign ended.',
  },
  Link: {
    'link.created': 'An affiliate made a tracking link.',
    'link.clicked': 'A visitor followed a tracking link.',
    'link.deactivated': 'A tracking link was switched off.',
    'link.performance.threshold': 'A link passed 100, 1,000, 10,000 … clicks.',
  },
  Conversion: {
    'conversion.tracked': 'An order or lead was recorded.',
    'conversion.approved': 'The brand accepted a conversion.',
    'conversion.rejected': 'The brand declined a conversion.',
    'conversion.disputed': 'An affiliate contests how a conversion was decided.',
  },
  Commission: {
    'commission.created': 'An approved conversion made a commission.',
    'commission.earned': 'An affiliate earned a commission (the affiliate’s view of its creation).',
    'commission.pending': 'A commission was created on hold.',
    'commission.approved': 'A commission can be paid out: its hold ended, or it had none.',
    'commission.paid': 'All of a commission was paid out.',
    'commission.adjusted': 'A refund or chargeback lowered a commission.',
    'commission.bulk_updated': 'A brand decided many conversions in one call.',
  },
  Payment: {
    'payment.initiated':
      'A payout’s amount is reserved; the payment is about to be sent to the provider.',
    'payment.processing': 'The provider accepted the payment.',
    'payment.completed': 'The provider reports that the money arrived.',
    'payment.failed': 'The provider refused the payment.',
    'payment.refunded': 'The provider returned a completed payment.',
  },
  Payout: {
    'payout.batch.created': 'A scheduled run collected payouts.',
    'payout.batch.processing': 'A batch of payouts is with the provider.',
    'payout.batch.completed': 'Every payout of a batch ended.',
    'payout.batch.failed': 'A batch of payouts could not be sent.',
    'payout.completed': 'A payout is settled.',
    'payout.failed': 'A payout ended without payment.',
  },
  Application: {
    'application.submitted': 'An affiliate applied to a campaign.',
    'application.approved': 'An affiliate was accepted into a campaign.',
    'application.rejected': 'An affiliate was declined for a campaign.',
  },
  Brand: {
    'brand.registered': 'A brand opened an account.',
    'brand.verified': 'An administrator verified a brand.',
    'brand.suspended': 'An administrator suspended a brand.',
    'brand.product.added': 'A brand added a product.',
    'brand.product.updated': 'A brand changed a product.',
  },
  Fraud: {
    'fraud.detected': 'A conversion scored above the review threshold.',
    'fraud.confirmed': 'The brand rejected a flagged conversion.',
    'fraud.resolved': 'The brand approved a flagged conversion.',
    'suspicious.activity': 'An affiliate’s average score is too high, or a payout is held.',
  },
  Analytics: {
    'analytics.report.ready': 'A requested report can be downloaded.',
    'performance.milestone': 'A campaign passed 10, 100, 1,000 … conversions.',
    'revenue.threshold.reached': 'A campaign’s revenue passed a power of ten.',
  },
  Integration: {
    'integration.connected': 'A shop was connected.',
    'integration.disconnected': 'A shop was disconnected.',
    'integration.error': 'A shop’s webhook could not be processed.',
    'integration.sync.completed': 'A shop’s orders are up to date.',
  },
  System: {
    'system.maintenance': 'Maintenance is announced.',
    'system.update': 'A change of the service is announced.',
    'api.limit.warning': '80 % of a plan’s monthly calls are used.',
    'api.limit.exceeded': 'All of a plan’s monthly calls are used.',
  },
} as const;

type Categories = typeof categories;
export type EventName = {
  [Category in keyof Categories]: keyof Categories[Category];
}[keyof Categories];

/** Every public event, in the order of the contract. */
export const eventCatalog = Object.entries(categories).flatMap(([category, events]) =>
  Object.entries(events).map(([name, description]) => ({
    name: name as EventName,
    category,
    description: description,
  })),
);

export const eventNames = eventCatalog.map(({ name }) => name) as [EventName, ...EventName[]];
