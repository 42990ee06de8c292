/** By what the orders and clicks of a person are found. */
export type PersonKey = 'customer_email' | 'customer_id' | 'click_id';

/** Whose data is to be erased. */
export interface PersonSearch {
  readonly by: PersonKey;
  /** The keyed hash of an e-mail address, else the id itself. */
  readonly value: string;
  /** Whose orders; null for those of every brand. */
  readonly brandId: string | null;
}

/** The services that hold copies of orders and report what they erased. */
export const REPORTING_SERVICES = ['attribution', 'commission'] as const;
export type ReportingService = (typeof REPORTING_SERVICES)[number];

/** Erased documents of one collection. */
export interface ErasedCount {
  readonly collection: string;
  readonly count: number;
}
