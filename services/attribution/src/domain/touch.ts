/** A click that may have led to a conversion, or the affiliate of an order without a click. */
export interface Touch {
  readonly affiliateId: string;
  readonly clickId: string | null;
  readonly linkId: string | null;
  /** Null without a click. */
  readonly occurredAt: Date | null;
}

/** The touches of one visitor before a conversion, oldest first. */
export interface Journey {
  readonly touches: readonly Touch[];
  readonly convertedAt: Date;
}

/** The distinct affiliates of a journey, the most recent first. */
export function recentAffiliates({ touches }: Pick<Journey, 'touches'>): string[] {
  return [...new Set(touches.map(({ affiliateId }) => affiliateId).toReversed())];
}
