export * from './account-check.ts';
export * from './account-mail.ts';
export * from './application.ts';
export * from './assessment.ts';
export * from './attribution-change.ts';
export * from './audit.ts';
export * from './audit-chain.ts';
export * from './campaign.ts';
export * from './campaign-limits.ts';
export * from './claim.ts';
export * from './click.ts';
export * from './click-counts.ts';
export * from './commission.ts';
export * from './conversion.ts';
export * from './customer-erasure.ts';
export * from './conversion-snapshot.ts';
export * from './coupon.ts';
export * from './define-event.ts';
export * from './fields.ts';
export * from './integration.ts';
export * from './invitation.ts';
export * from './link.ts';
export * from './locale.ts';
export * from './mailbox.ts';
export * from './member.ts';
export * from './member-role-names.ts';
export * from './milestone.ts';
export * from './oidc-link.ts';
export * from './payout-calendar.ts';
export * from './payout.ts';
export * from './payout-batch.ts';
export * from './permissions.ts';
export * from './product.ts';
export { macroNames, publicCategories } from './public-event.ts';
export type {
  MacroName,
  MacroValues,
  PublicCategory,
  PublicEvent,
  PublicMessage,
} from './public-event.ts';
export * from './quota.ts';
export * from './report.ts';
export * from './second-factor.ts';
export * from './tier.ts';

export * from './topics.ts';
export * from './tracking-alarm.ts';
export * from './user-erasure.ts';
export * from './user-sign-in.ts';
export * from './user.ts';
export * from './webhook.ts';
