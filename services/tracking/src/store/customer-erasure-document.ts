import {
  type ErasureProgress,
  type Remembered,
  type StoredSearch,
} from '../domain/customer-erasure.ts';

/** The erasure of a person's data; afterwards its receipt, which leads to nobody. */
export interface CustomerErasureDocument {
  readonly _id: string;
  /** Whose orders; null for those of every brand. */
  readonly brandId: string | null;
  /** The account that requested it. */
  readonly requestedBy: string;
  readonly by: StoredSearch['by'];
  /** What the orders are found by (see StoredSearch); null once this service has erased them. */
  readonly search: string | null;
  /** See ErasureProgress; the first two are absent from erasures stored before the fields existed. */
  readonly pass?: ErasureProgress['pass'];
  readonly at?: number;
  readonly position: string | null;
  /** What the steps so far found; absent before the first and after the last. */
  readonly remembered?: Remembered;
  readonly requestedAt: Date;
  /** When an instance may go on; null once this service has erased all. */
  readonly dueAt: Date | null;
  readonly orders: number;
  /** Erased documents by service and collection. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How many orders each other service has reported. */
  readonly reports: Readonly<Record<string, number>>;
  readonly completedAt: Date | null;
}
