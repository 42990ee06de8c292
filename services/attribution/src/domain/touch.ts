/** A click that may have led to a conversion, or the affiliate of an order without a click. */
export interface Touch {
  readonly affiliateId: string;
  readonly clickId: string | null;
  readonly linkId: string | null;
  /** Null without a click. */
  readonly occurredAt: Date | null;
}

/** The coupon code of an order, and its part of the credit. */
export interface CodeTouch {
  readonly code: string;
  readonly affiliateId: string;
  /** 1 to 100; the clicks have the rest. */
  readonly percent: number;
}

/** The touches of one visitor before a conversion, oldest first. */
export interface Journey {
  readonly touches: readonly Touch[];
  readonly convertedAt: Date;
  /** The code that the customer entered at the checkout; absent where it has no part of the credit. */
  readonly code?: CodeTouch;
}

/** The touches with the code, which is entered last. */
export function touchesOf({ touches, code }: Pick<Journey, 'touches' | 'code'>): readonly Touch[] {
  if (code === undefined) return touches;
  const none = { clickId: null, linkId: null, occurredAt: null };
  return [...touches, { ...none, affiliateId: code.affiliateId }];
}

/** Where to find an order's touches. */
export interface JourneyQuery {
  /** The order's own click. */
  readonly clickId: string;
  readonly campaignId: string;
  /** Further visitors who are the order's customer. */
  readonly visitorIds: readonly string[];
  /** Whether clicks of the own click's device count, too. */
  readonly byDevice: boolean;
  /** Whether the own click has the whole credit. */
  readonly ownClickSuffices: boolean;
  /** Excluded. */
  readonly from: Date;
  readonly to: Date;
}

export interface FoundJourney {
  /** What is known of the order's own click; null where it is not stored. */
  readonly own: {
    readonly visitorId: string;
    /** Whether it opened a page; null when the browser did not state it. */
    readonly navigated: boolean | null;
  } | null;
  /** The latest clicks of the visitors and the device, in any order; a click may be among them twice. */
  readonly touches: readonly Touch[];
  /** Whether some clicks may not be stored yet. */
  readonly isIncomplete: boolean;
}

/** Who clicked an affiliate's link. */
export interface Visit {
  readonly visitorId: string;
  readonly affiliateId: string;
}

/** The distinct affiliates of a journey, the most recent first. */
export function recentAffiliates({ touches }: Pick<Journey, 'touches'>): string[] {
  return [...new Set(touches.map(({ affiliateId }) => affiliateId).toReversed())];
}
