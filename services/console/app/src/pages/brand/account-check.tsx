import { type Schemas } from '@tributary/sdk';
import { percent } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';

type Check = Schemas['AccountCheck'];

/** What an affiliate's account shares with others, the most suspicious first; nothing where it shares nothing. */
export function AccountFindings({ check }: { readonly check: Check | null | undefined }) {
  const found = (check?.factors ?? []).filter(({ contribution }) => contribution > 0);
  if (check === null || check === undefined || found.length === 0) return null;
  const score = percent(check.score * 100);
  return (
    <span className="mt-1 block text-xs text-muted">
      <Badge tone={check.requires_review ? 'bad' : 'plain'}>
        {t('Suspicious to {score}', { score })}
      </Badge>
      {found.map(({ factor, evidence }) => (
        <span key={factor} className="mt-1 block max-w-xs">
          {evidence}
        </span>
      ))}
    </span>
  );
}
