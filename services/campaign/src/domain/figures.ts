/** What one fact adds to the running sums, under a key by which it counts once. */
export interface Addition {
  readonly key: string;
  readonly to: readonly string[];
  readonly conversions?: number;
  readonly uniqueClicks?: number;
  readonly commission?: { readonly minor: number; readonly currency: string };
}

export const affiliateFigures = (affiliateId: string): string => `affiliate:${affiliateId}`;
export const campaignFigures = (campaignId: string): string => `campaign:${campaignId}`;

/** Running sums; zeros where nothing was counted yet. */
export interface Figures {
  readonly commissionMinor: Readonly<Record<string, number>>;
  readonly conversions: number;
  readonly uniqueClicks: number;
  /** Of an affiliate: whether the commission tier opens exclusive campaigns. */
  readonly opensExclusive: boolean;
}
