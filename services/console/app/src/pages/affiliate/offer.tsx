import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { useForm } from 'react-hook-form';
import { offerQuery } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { ApplyToCampaignRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError, TextArea } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { showMessage } from '../../ui/toast.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { sentenceOfTerms } from '../terms.ts';

type Offer = Schemas['Offer'];

export const load: Load = (queries, { id }) => [queries.query(offerQuery(id))];

function Apply({ offer }: { readonly offer: Offer }) {
  const queries = useQueryClient();
  const form = useForm<{ message: string }>({
    resolver: resolverOf(ApplyToCampaignRequest),
  });
  const apply = useMutation({
    mutationFn: (body: { message?: string }) => api.campaigns.apply(offer.id, body),
    onSuccess: async ({ status }) => {
      showMessage(status === 'approved' ? t('You are in') : t('The brand has your application'));
      await queries.invalidateQueries({ queryKey: ['affiliate'] });
    },
    onError: (error) => form.setError('root', { message: sentenceOf(error) }),
  });
  const send = form.handleSubmit((body) => apply.mutate(body));
  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      className="flex flex-col items-start gap-4 p-5 [&>div]:w-full"
    >
      <FormError>{form.formState.errors.root?.message}</FormError>
      <TextArea
        label={t('How will you promote it?')}
        hint={t('The brand reads this before it decides.')}
        error={form.formState.errors.message?.message}
        {...form.register('message')}
      />
      <Button type="submit" kind="primary" isBusy={apply.isPending}>
        {t('Apply')}
      </Button>
    </form>
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
