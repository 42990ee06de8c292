import { stateWord } from './words.ts';
import { Badge } from '../ui/badge.tsx';

/** A state that the API names. */
export function StateBadge({ state }: { readonly state: string }) {
  const [text, tone] = stateWord(state);
  return <Badge tone={tone}>{text}</Badge>;
}
