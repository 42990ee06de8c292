import { percent } from '../../format/format.ts';
import { Badge } from '../../ui/badge.tsx';

const toneOf = (score: number) => (score >= 0.5 ? 'bad' : score >= 0.25 ? 'warn' : 'plain');

/** How suspicious an order is; nothing before it was judged. */
export const ScoreBadge = ({ score }: { readonly score: number | null }) =>
  score === null ? null : <Badge tone={toneOf(score)}>{percent(score * 100)}</Badge>;
