import {
  type ConversionSnapshot,
  couponCreated,
  couponDeleted,
  couponKey,
  type CouponSnapshot,
  couponUpdated,
  type DomainEvent,
} from '@tributary/contracts';
import { conflict, invalidFields } from '@tributary/errors';
import { type Campaign, shownStatusOf } from './campaign.ts';

/** A code that customers enter in the shop; orders that name it are its affiliate's. */
export interface Coupon {
  readonly id: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  /** As the brand writes it. */
  readonly code: string;
  /** The text by which codes are compared. */
  readonly key: string;
  readonly startsAt: Date;
  /** The moment at which it is no longer valid; null where it has no end. */
  readonly endsAt: Date | null;
  /** Null while it is active. */
  readonly deactivatedAt: Date | null;
  /** The latest order that named it; null where there is none. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CouponDecision {
  readonly coupon: Coupon;
  readonly events: readonly DomainEvent[];
}

type Window = Pick<Coupon, 'startsAt' | 'endsAt'>;

/** The coupon in the form of events and rpcs. */
export const couponSnapshotOf = (coupon: Coupon): CouponSnapshot => ({
  couponId: coupon.id,
  brandId: coupon.brandId,
  campaignId: coupon.campaignId,
  affiliateId: coupon.affiliateId,
  code: coupon.code,
  startsAt: coupon.startsAt.toISOString(),
  endsAt: coupon.endsAt?.toISOString() ?? null,
  deactivatedAt: coupon.deactivatedAt?.toISOString() ?? null,
  createdAt: coupon.createdAt.toISOString(),
  updatedAt: coupon.updatedAt.toISOString(),
});

/** @throws invalid naming `ends_at` */
function requireWindow({ startsAt, endsAt }: Window): void {
  if (endsAt === null || endsAt > startsAt) return;
  throw invalidFields([{ path: 'ends_at', message: 'Must be after starts_at' }]);
}

/** @throws conflict `campaign_not_active` */
export function requireCouponCampaign(campaign: Campaign): void {
  const status = shownStatusOf(campaign);
  if (status === 'active' || status === 'paused') return;
  throw conflict('campaign_not_active', {
    message: `A campaign that is ${status} has no valid coupon codes`,
  });
}

/** The end of the time in which a code is or was valid, ms. */
const endOf = ({ endsAt, deactivatedAt }: Pick<Coupon, 'endsAt' | 'deactivatedAt'>): number =>
  Math.min(endsAt?.getTime() ?? Infinity, deactivatedAt?.getTime() ?? Infinity);

const overlaps = (one: Coupon, other: Coupon): boolean =>
  Math.max(one.startsAt.getTime(), other.startsAt.getTime()) < Math.min(endOf(one), endOf(other));

/**
 * Refuses a code that was, is or will be valid at the same time as another of the same text.
 * @param others codes of the brand; the code itself may be among them
 * @throws conflict `coupon_code_taken`
 */
export function requireFreeCode(coupon: Coupon, others: readonly Coupon[]): void {
  const taken = others.find(
    (other) => other.id !== coupon.id && other.key === coupon.key && overlaps(coupon, other),
  );
  if (taken === undefined) return;
  throw conflict('coupon_code_taken', {
    message: `The code ${coupon.code} is in use within this time already`,
    details: { code: coupon.code, coupon_id: taken.id },
  });
}

type CouponRequest = Pick<Coupon, 'campaignId' | 'affiliateId' | 'code' | 'endsAt'> & {
  /** Null starts it now. */
  readonly startsAt: Date | null;
};

/** @throws invalid naming `ends_at`; conflict `campaign_not_active` */
export function decideCoupon(
  campaign: Campaign,
  { campaignId, affiliateId, code, startsAt, endsAt }: CouponRequest,
  { id, now }: { readonly id: string; readonly now: Date },
): CouponDecision {
  requireCouponCampaign(campaign);
  const coupon: Coupon = {
    id,
    brandId: campaign.brandId,
    campaignId,
    affiliateId,
    code,
    key: couponKey(code),
    startsAt: startsAt ?? now,
    endsAt,
    deactivatedAt: null,
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  requireWindow(coupon);
  return { coupon, events: [couponCreated(couponSnapshotOf(coupon))] };
}

/** The next `updatedAt`, later than the previous one, because copies order states by it. */
const versionAfter = ({ updatedAt }: Coupon, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null;

/**
 * Changes a code's window, or switches it off or on; an update without a change publishes nothing.
 * @throws invalid naming `ends_at`
 */
export function decideCouponChange(
  coupon: Coupon,
  change: Partial<Window> & { readonly active?: boolean | undefined },
  now: Date,
): CouponDecision {
  const { active = coupon.deactivatedAt === null, ...window } = change;
  const deactivatedAt = active ? null : (coupon.deactivatedAt ?? now);
  const next: Coupon = {
    ...coupon,
    ...window,
    deactivatedAt,
    updatedAt: versionAfter(coupon, now),
  };
  requireWindow(next);
  const isChanged = (['startsAt', 'endsAt', 'deactivatedAt'] as const).some(
    (field) => timeOf(next[field]) !== timeOf(coupon[field]),
  );
  if (!isChanged) return { coupon, events: [] };
  return { coupon: next, events: [couponUpdated(couponSnapshotOf(next))] };
}

/** @throws conflict `coupon_used` where an order has named the code */
export function decideCouponDeletion(coupon: Coupon, now: Date): readonly DomainEvent[] {
  if (coupon.lastUsedAt !== null) {
    throw conflict('coupon_used', {
      message: 'An order has named this code, so that it can only be deactivated',
    });
  }
  const deactivatedAt = coupon.deactivatedAt ?? now;
  const last = { ...coupon, deactivatedAt, updatedAt: versionAfter(coupon, now) };
  return [couponDeleted(couponSnapshotOf(last))];
}

export const couponStates = ['scheduled', 'active', 'expired', 'deactivated'] as const;

/** What a code is at a moment. */
export function couponStateAt(coupon: Coupon, now: Date): (typeof couponStates)[number] {
  if (coupon.deactivatedAt !== null) return 'deactivated';
  if (coupon.endsAt !== null && coupon.endsAt <= now) return 'expired';
  return coupon.startsAt > now ? 'scheduled' : 'active';
}

/** The latest order of each code, by the code's id; a code out of its window is named as well. */
export function couponUsesOf(
  conversions: readonly Pick<ConversionSnapshot, 'coupon' | 'createdAt'>[],
): Map<string, Date> {
  const uses = new Map<string, Date>();
  for (const { coupon, createdAt } of conversions) {
    const at = new Date(createdAt);
    const id = coupon?.couponId ?? null;
    if (id !== null && at > (uses.get(id) ?? new Date(0))) uses.set(id, at);
  }
  return uses;
}
