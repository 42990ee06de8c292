import type { AttributionShare } from '@tributary/contracts';

/** Who is credited with a conversion, and by whose word. */
export interface Credit {
  /** The order's own click, then attribution's assessment, then the brand's verdict. */
  readonly by: 'click' | 'assessment' | 'verdict';
  readonly at: Date;
  /** One per affiliate. */
  readonly shares: readonly AttributionShare[];
}

const ranks = { click: 0, assessment: 1, verdict: 2 } as const;

/** The one that counts, whatever order they come in; among assessments the latest. */
export function strongerCredit(known: Credit | undefined, told: Credit): Credit {
  if (known === undefined) return told;
  const ahead = ranks[told.by] - ranks[known.by];
  if (ahead !== 0) return ahead > 0 ? told : known;
  return told.at < known.at ? known : told;
}
