/** A click that may have led to a conversion, or the affiliate that an order names without one. */
export interface Touch {
  readonly affiliateId: string;
  readonly clickId: string | null;
  readonly linkId: string | null;
  /** Null where there was no click. */
  readonly occurredAt: Date | null;
}

/** The touches of one visitor before a conversion, oldest first. */
export interface Journey {
  readonly touches: readonly Touch[];
  readonly convertedAt: Date;
}

/** The affiliates of a journey, each once, the one touched most recently first. */
export function recentAffiliates({ touches }: Pick<Journey, 'touches'>): string[] {
  return [...new Set(touches.map(({ affiliateId }) => affiliateId).toReversed())];
}
