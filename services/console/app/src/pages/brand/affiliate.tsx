import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { latestApplicationQuery } from '../../api/brand-queries.ts';
import { affiliateQuery } from '../../api/campaign-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { date, money, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Range, rangeOf } from '../../range.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Fact, Facts, Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel, QueryState } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { RangePicker } from '../range-picker.tsx';
import { StateBadge } from '../state-badge.tsx';
import { stateWord } from '../words.ts';
import { AccountFindings } from './account-check.tsx';
import { FigureStats } from './figure-stats.tsx';

type Affiliate = Schemas['GetBrandAffiliateResponse'];

export const load: Load = (queries, { id, search }) => {
  const range = rangeOf(search);
  return [
    queries.query(affiliateQuery(id, range)),
    queries.query(affiliateQuery(id, range.before)),
    queries.query(latestApplicationQuery(id)),
  ];
};

function Figures({ id, range }: { readonly id: string; readonly range: Range }) {
  const before = useQuery(affiliateQuery(id, range.before)).data?.metrics;
  return (
    <QueryState query={useQuery(affiliateQuery(id, range))}>
      {({ metrics, currency }) => (
        <FigureStats
          metrics={metrics}
          before={before}
          currency={currency}
          hint={t('{amount} per click', { amount: money(metrics.epc, currency) })}
        />
      )}
    </QueryState>
  );
}

function Remove({
  affiliate,
  campaign,
}: {
  readonly affiliate: Affiliate;
  readonly campaign: Affiliate['campaigns'][number];
}) {
  const name = campaign.campaign_name ?? t('Campaign');
  const remove = useAction({
    run: (_: undefined, key) =>
      api.campaigns.removeMember(campaign.campaign_id, affiliate.affiliate_id, key),
    message: () => t('The affiliate has left the campaign'),
    changes: ['brand'],
  });
  return (
    <ConfirmButton
      label={t('Remove')}
      description={t('Remove from {name}', { name })}
      question={t('Their links of this campaign stop earning. What they have earned stays theirs.')}
      isBusy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
    />
  );
}

function Campaigns({ affiliate }: { readonly affiliate: Affiliate }) {
  if (affiliate.campaigns.length === 0)
    return (
      <EmptyState
        icon="campaign"
        title={t('In no campaign')}
        text={t('They have joined none of your campaigns, or their account was deleted.')}
      />
    );
  return (
    <Lines>
      {affiliate.campaigns.map((campaign) => (
        <Line
          key={campaign.campaign_id}
          title={
            <Link
              to="/campaigns/$id"
              params={{ id: campaign.campaign_id }}
              className="text-accent underline"
            >
              {campaign.campaign_name ?? t('Campaign')}
            </Link>
          }
          text={
            campaign.joined_at === null
              ? undefined
              : t('since {day}', { day: date(campaign.joined_at) })
          }
        >
          {campaign.left_at === null ? (
            <Remove affiliate={affiliate} campaign={campaign} />
          ) : (
            <StateBadge state="left" />
          )}
        </Line>
      ))}
    </Lines>
  );
}

function Orders({ affiliate }: { readonly affiliate: Affiliate }) {
  const { per_status: states, first_activity_at: first, last_activity_at: last } = affiliate;
  return (
    <Facts>
      {Object.entries(states).map(([state, count]) => (
        <Fact key={state} label={stateWord(state)[0]} value={whole(count)} />
      ))}
      {first !== null && <Fact label={t('First active')} value={date(first)} />}
      {last !== null && <Fact label={t('Last active')} value={date(last)} />}
    </Facts>
  );
}

function Account({ check }: { readonly check: Schemas['AccountCheck'] | null | undefined }) {
  const isClear = check?.factors.every(({ contribution }) => contribution === 0) ?? true;
  return (
    <div className="px-5 py-4 text-sm">
      {isClear ? (
        <p>{t('Nothing with other accounts that speaks against it.')}</p>
      ) : (
        <AccountFindings check={check} />
      )}
    </div>
  );
}

export function Page({ id, search }: PageProps) {
  const range = rangeOf(search);
  const affiliate = useQuery(affiliateQuery(id, range));
  return (
    <Frame
      title={affiliate.data?.name ?? t('Affiliate')}
      description={t('What this affiliate brings, and in which campaigns.')}
      actions={<RangePicker search={search} />}
    >
      <Figures id={id} range={range} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title={t('Campaigns')} query={affiliate}>
          {(data) => <Campaigns affiliate={data} />}
        </Panel>
        <Panel title={t('Orders by state')} query={affiliate}>
          {(data) => <Orders affiliate={data} />}
        </Panel>
        <Panel title={t('What the account shares')} query={useQuery(latestApplicationQuery(id))}>
          {(latest) => <Account check={latest?.account_check} />}
        </Panel>
      </div>
    </Frame>
  );
}
