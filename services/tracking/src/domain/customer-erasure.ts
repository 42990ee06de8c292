/** By what the orders and clicks of a person are found. */
export type PersonKey = 'customer_email' | 'customer_id' | 'click_id';

/** What identifies a person. */
export interface PersonIdentifier {
  readonly by: PersonKey;
  /** The keyed hash of an e-mail address, else the id itself. */
  readonly value: string;
}

/** Whose data is to be erased. */
export interface PersonSearch extends PersonIdentifier {
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

/** What a person is searched for by, as it is stored: one identifier, or a list as JSON where there are several. */
export interface StoredSearch {
  readonly by: PersonKey | 'several';
  readonly search: string;
}

/** @param identifiers at least one */
export function storedSearchOf(identifiers: readonly PersonIdentifier[]): StoredSearch {
  const [first, another] = identifiers;
  return first !== undefined && another === undefined
    ? { by: first.by, search: first.value }
    : { by: 'several', search: JSON.stringify(identifiers) };
}

export const identifiersOf = ({ by, search }: StoredSearch): readonly PersonIdentifier[] =>
  by === 'several' ? (JSON.parse(search) as PersonIdentifier[]) : [{ by, value: search }];

/** How far an erasure has come. */
export interface ErasureProgress {
  /** The second pass erases what arrived while the first one ran. */
  readonly pass: 1 | 2;
  /** The number of the identifier that is searched for. */
  readonly at: number;
  /** The last order that was erased; null before the first. */
  readonly position: string | null;
}

export const firstProgress: ErasureProgress = { pass: 1, at: 0, position: null };

/**
 * The progress after a step: further orders of the same identifier, the next identifier, or the second pass.
 * @param position the last order of the step; undefined where no order is left
 * @returns undefined after the last step
 */
export function progressAfter(
  { pass, at }: ErasureProgress,
  position: string | undefined,
  identifiers: number,
): ErasureProgress | undefined {
  if (position !== undefined) return { pass, at, position };
  if (at + 1 < identifiers) return { pass, at: at + 1, position: null };
  return pass === 1 ? { ...firstProgress, pass: 2 } : undefined;
}

/** A visitor of a brand's links. */
export interface Visitor {
  readonly visitorId: string;
  readonly brandId: string;
}

/** What the first pass found, for clicks that were not stored yet. */
export interface Remembered {
  readonly clickIds: readonly string[];
  readonly visitors: readonly Visitor[];
}
