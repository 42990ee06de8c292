/** A telephone number of a call campaign, by which calls are attributed to a link. */
export interface TrackingNumber {
  /** E.164; used once in all campaigns. */
  readonly number: string;
  readonly brandId: string;
  readonly campaignId: string;
  /** Null while the number is free. */
  readonly linkId: string | null;
  readonly createdAt: Date;
}
