import { couponKey, type CouponSnapshot } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { type Logger, openOwnerLookup, type Platform } from '@tributary/service';
import { type CampaignClient } from '../clients/campaign-client.ts';
import {
  countingCoupon,
  couponStatusOf,
  type KnownCoupon,
  type NamedCoupons,
} from '../domain/coupon-credit.ts';
import { type CouponStore } from '../store/coupon-store.ts';
import { cached, type LinkDirectory } from './link-directory.ts';

const MAX_TEXTS = 10_000;

interface DirectoryParts {
  readonly coupons: CouponStore;
  readonly campaignClient: Pick<CampaignClient, 'findCoupons'>;
  readonly directory: Pick<LinkDirectory, 'findCampaign' | 'findSuspension'>;
  readonly clock: Platform['clock'];
  readonly log: Logger;
}

interface CouponQuery {
  readonly brandId: string;
  readonly codes: readonly string[];
  readonly convertedAt: Date;
  /** Whether nothing else credits the order, so that an unavailable owner of the codes refuses it. */
  readonly isRequired: boolean;
  /** Whether orders of a campaign may be reported in this way; all by default. */
  readonly accepts?: ((campaign: KnownCoupon['campaign']) => boolean) | undefined;
}

/** Finds the coupon codes that orders name. */
export interface CouponDirectory {
  /** @throws unavailable where the codes are required and their owner does not answer */
  findNamed(query: CouponQuery): Promise<NamedCoupons>;
}

/** Whether a copy needs no call to the owner: a code that is valid now has not been replaced by another. */
const isCurrent = ({ startsAt, endsAt, deactivatedAt }: CouponSnapshot, now: number): boolean =>
  deactivatedAt === null &&
  Date.parse(startsAt) <= now &&
  (endsAt === null || Date.parse(endsAt) > now);

/** The latest window first. */
const byStart = (one: CouponSnapshot, other: CouponSnapshot): number =>
  Date.parse(other.startsAt) - Date.parse(one.startsAt);

/** Stores an answer of the owner. A failure is harmless, because its events bring the same. */
async function saveCopies({ coupons, log }: DirectoryParts, found: readonly CouponSnapshot[]) {
  try {
    for (const coupon of found) await coupons.save(coupon);
  } catch (error) {
    if (!isDuplicateKey(error)) log.warn({ err: error }, 'a coupon code could not be stored');
  }
}

function textOf(text: string): readonly [brandId: string, key: string] {
  const [brandId = '', key = ''] = text.split(/ (.*)/s);
  return [brandId, key];
}

/** Finds the codes of one text of a brand, by `brandId key`: in this service's copies, else at their owner. */
function openTexts(parts: DirectoryParts) {
  const { coupons, campaignClient, clock } = parts;
  const copiesOf = (text: string) => coupons.listOfText(...textOf(text));
  const hasCurrent = (found: readonly CouponSnapshot[]): boolean => {
    const now = clock.now().getTime();
    return found.some((coupon) => isCurrent(coupon, now));
  };
  const findCurrent = openOwnerLookup<readonly CouponSnapshot[], readonly CouponSnapshot[]>({
    find: async (text) => {
      const copies = await copiesOf(text);
      return hasCurrent(copies) ? copies : undefined;
    },
    request: async (text) => {
      const [brandId, key] = textOf(text);
      const found = await campaignClient.findCoupons(brandId, [key]);
      return found.length === 0 ? undefined : found;
    },
    save: (found) => saveCopies(parts, found),
    asCopy: (found) => found,
    // A brand chooses its codes.
    remembersMisses: false,
  });

  return async (text: string): Promise<readonly CouponSnapshot[] | undefined> => {
    const found =
      (await findCurrent(text).catch(async (error: unknown) => {
        // Codes of an earlier time count while their owner is away.
        if ((await copiesOf(text)).length === 0) throw error;
      })) ?? [];
    if (hasCurrent(found)) return found;
    // A code that its owner has deleted counts for orders of its time.
    const known = new Set(found.map(({ couponId }) => couponId));
    const copies = await copiesOf(text);
    const all = [...found, ...copies.filter(({ couponId }) => !known.has(couponId))];
    return all.length === 0 ? undefined : all.toSorted(byStart);
  };
}

/** Opens the directory over this service's copies. */
export function openCouponDirectory(parts: DirectoryParts): CouponDirectory {
  const { directory, log } = parts;
  const { find } = cached(MAX_TEXTS, openTexts(parts));

  const judge = async (
    coupon: CouponSnapshot,
    { convertedAt, accepts = () => true }: CouponQuery,
  ): Promise<KnownCoupon | undefined> => {
    const campaign = await directory.findCampaign(coupon.campaignId);
    if (campaign === undefined || !accepts(campaign)) return undefined;
    const isSuspended = (await directory.findSuspension(coupon.affiliateId)) === true;
    return { coupon, campaign, status: couponStatusOf(coupon, convertedAt, campaign, isSuspended) };
  };

  /** The code of a text that counts at the order's time: the valid one, else the last that had begun by then. */
  const findOne = async (code: string, query: CouponQuery): Promise<KnownCoupon | undefined> => {
    const coupons = (await find(`${query.brandId} ${couponKey(code)}`)) ?? [];
    const judged = await Promise.all(coupons.map((coupon) => judge(coupon, query)));
    const known = judged.filter((one) => one !== undefined);
    const begun = known.filter(({ status }) => status !== 'not_started');
    return countingCoupon(begun) ?? known.at(-1);
  };

  return {
    findNamed: async (query) => {
      const { codes, isRequired } = query;
      try {
        const found = await Promise.all(codes.map((code) => findOne(code, query)));
        return { codes, known: countingCoupon(found.filter((one) => one !== undefined)) };
      } catch (error) {
        if (isRequired) throw error;
        log.warn({ err: error }, 'the coupon codes of an order with a click could not be found');
        return { codes, known: undefined };
      }
    },
  };
}
