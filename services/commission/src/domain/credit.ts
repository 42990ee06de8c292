import { type AttributionShare, revisionOf } from '@tributary/contracts';

/** Who is credited with a conversion, and by which source. */
export interface Credit {
  /** The order's own click, attribution's assessment, or the brand's verdict. */
  readonly by: 'click' | 'assessment' | 'verdict';
  readonly at: Date;
  /** One per affiliate. */
  readonly shares: readonly AttributionShare[];
  /** The credited revision of the conversion; absent for 0. */
  readonly revision?: number;
}

const ranks = { click: 0, assessment: 1, verdict: 2 } as const;

/** The credit of the higher revision, then with the higher source, in any order of arrival; then the later one. */
export function strongerCredit(known: Credit | undefined, incoming: Credit): Credit {
  if (known === undefined) return incoming;
  const ahead = revisionOf(incoming) - revisionOf(known) || ranks[incoming.by] - ranks[known.by];
  if (ahead !== 0) return ahead > 0 ? incoming : known;
  return incoming.at < known.at ? known : incoming;
}
