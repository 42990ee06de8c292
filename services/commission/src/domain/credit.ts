import type { AttributionShare } from '@tributary/contracts';

/** Who is credited with a conversion, and by which source. */
export interface Credit {
  /** The order's own click, attribution's assessment, or the brand's verdict. */
  readonly by: 'click' | 'assessment' | 'verdict';
  readonly at: Date;
  /** One per affiliate. */
  readonly shares: readonly AttributionShare[];
}

const ranks = { click: 0, assessment: 1, verdict: 2 } as const;

/** The credit with the higher source, whatever order they arrive in; of the same source, the later one. */
export function strongerCredit(known: Credit | undefined, incoming: Credit): Credit {
  if (known === undefined) return incoming;
  const ahead = ranks[incoming.by] - ranks[known.by];
  if (ahead !== 0) return ahead > 0 ? incoming : known;
  return incoming.at < known.at ? known : incoming;
}
