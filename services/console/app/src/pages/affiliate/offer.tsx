import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { offerQuery } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { ApplyToCampaignRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClass } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { sentenceOfTerms } from '../terms.ts';

type Offer = Schemas['Offer'];

export const load: Load = (queries, { id }) => [queries.query(offerQuery(id))];

function Apply({ offer }: { readonly offer: Offer }) {
  const of = useApiForm<{ message?: string }, Schemas['Application']>({
    schema: ApplyToCampaignRequest,
    send: (body, key) => api.campaigns.apply(offer.id, body, key),
    message: ({ status }) =>
      status === 'approved' ? t('You are in') : t('The brand has your application'),
    changes: ['affiliate'],
  });
  return (
    <ApiForm of={of} label={t('Apply')}>
      <TextArea
        label={t('How will you promote it?')}
        hint={t('The brand reads this before it decides.')}
        {...of.field('message')}
      />
    </ApiForm>
  );
}

function Membership({ offer }: { readonly offer: Offer }) {
  const { status } = offer.membership;
  if (status === 'approved')
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 p-5 text-sm">
        {t('You may promote this campaign.')}
        <Link to="/links" search={{ campaign: offer.id }} className={buttonClass('primary')}>
          {t('Create a link')}
        </Link>
      </div>
    );
  if (status === 'pending')
    return (
      <p className="p-5 text-sm text-muted">{t('The brand is looking at your application.')}</p>
    );
  return <Apply offer={offer} />;
}

export function Page({ id }: PageProps) {
  const offer = useQuery(offerQuery(id));
  return (
    <Frame
      title={offer.data?.name ?? t('Campaign')}
      description={offer.data?.brand_name ?? ''}
      actions={offer.data !== undefined && <StateBadge state={offer.data.membership.status} />}
    >
      <QueryState query={offer}>
        {(data) => (
          <>
            <Card title={t('Terms')}>
              <div className="flex flex-col gap-3 p-5 text-sm">
                <p className="text-base font-medium">{sentenceOfTerms(data)}</p>
                {data.description !== '' && <p>{data.description}</p>}
                <p className="text-muted">{data.landing_page_url}</p>
              </div>
            </Card>
            <Card title={t('Your membership')}>
              <Membership offer={data} />
            </Card>
          </>
        )}
      </QueryState>
    </Frame>
  );
}
