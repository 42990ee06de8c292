/** Which affiliate brought a customer's first payment. */
export interface CustomerBindingDocument {
  /** A hash of brand and customer, because the record outlives the customer's id. */
  readonly _id: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly createdAt: Date;
}
