import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { firstSteps } from '../../api/brand-queries.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/panel.tsx';

function Step({
  isDone,
  title,
  text,
}: {
  readonly isDone: boolean;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <li className="flex gap-3 p-5">
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? 'border-good bg-good-soft text-good' : 'border-strong-line text-transparent'}`}
      >
        <Icon name="check" size={14} />
      </span>
      <span>
        <span className="block text-sm font-medium">
          {title}
          {isDone && <span className="sr-only">{` (${t('done')})`}</span>}
        </span>
        <span className="text-sm text-muted">{text}</span>
      </span>
    </li>
  );
}

/** What a new brand does first; gone once all of it is done. */
export function FirstSteps() {
  const { data } = useQuery(firstSteps);
  if (data === undefined) return null;
  const { hasCampaign, hasAffiliate, hasClick, hasOrder } = data;
  if (hasCampaign && hasAffiliate && hasOrder) return null;
  return (
    <Card
      title={t('First steps')}
      action={
        !hasCampaign && (
          <Link to="/campaigns/new" className={buttonClass('primary')}>
            {t('Create a campaign')}
          </Link>
        )
      }
    >
      <ol className="grid divide-line max-lg:divide-y lg:grid-cols-4 lg:divide-x">
        <Step
          isDone={hasCampaign}
          title={t('Create a campaign')}
          text={t('What you pay, and for what.')}
        />
        <Step
          isDone={hasAffiliate}
          title={t('Accept an affiliate')}
          text={t('Applications appear under Applications.')}
        />
        <Step
          isDone={hasClick}
          title={hasClick ? t('We saw your first click') : t('Wait for the first click')}
          text={t('It comes through an affiliate’s link.')}
        />
        <Step
          isDone={hasOrder}
          title={t('Report an order')}
          text={t('By script, shop or server; the docs show how.')}
        />
      </ol>
    </Card>
  );
}
