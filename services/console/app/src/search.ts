/** The filters of all pages, as they stand in the address. */
export interface Search {
  readonly status?: string;
  readonly campaign?: string;
  readonly days?: number;
  readonly q?: string;
  readonly role?: string;
  /** An API key. */
  readonly key?: string;
  /** Which of several reports. */
  readonly kind?: string;
  readonly review?: boolean;
  /** The record that is open beside a list. */
  readonly open?: string;
  /** Where a sign-in leads. */
  readonly to?: string;
}

const TEXTS = ['status', 'campaign', 'q', 'role', 'key', 'kind', 'open', 'to'] as const;

/** The ranges that overviews offer, in days. */
export const RANGES = [7, 30, 90] as const;

/** Reads an address; what is none of the filters is left out. */
export function readSearch(raw: Readonly<Record<string, unknown>>): Search {
  const texts = TEXTS.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  const days = RANGES.find((range) => range === Number(raw['days']));
  return {
    ...(Object.fromEntries(texts) as Partial<Record<(typeof TEXTS)[number], string>>),
    ...(days !== undefined && { days }),
    ...(raw['review'] === true && { review: true }),
  };
}
