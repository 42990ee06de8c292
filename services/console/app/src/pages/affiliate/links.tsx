import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useForm } from 'react-hook-form';
import { joinedQuery, linkPages } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { CreateLinkRequest } from '../../gen/bodies.ts';
import { date } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showMessage } from '../../ui/toast.tsx';
import { type Load, type PageProps } from '../page-module.ts';

type Body = Schemas['CreateLinkRequest'];

export const load: Load = (queries) => [
  queries.infiniteQuery(linkPages),
  queries.query(joinedQuery),
];

const columns = (): readonly Column<Schemas['Link']>[] => [
  {
    id: 'url',
    heading: t('Link'),
    cell: ({ url, destination_url: to }) => (
      <span className="block max-w-md min-w-0">
        <span className="block truncate font-medium">{url}</span>
        <span className="block truncate text-xs text-muted">{to}</span>
      </span>
    ),
  },
  {
    id: 'created',
    heading: t('Created'),
    isMinor: true,
    cell: ({ created_at: at }) => <span className="text-muted">{date(at)}</span>,
  },
  { id: 'copy', heading: t('Copy'), isNumber: true, cell: ({ url }) => <CopyButton text={url} /> },
];

/** Makes a link to any page of a shop whose campaign was joined. */
function Builder({
  offers,
  campaign,
}: {
  readonly offers: readonly Schemas['Offer'][];
  readonly campaign: string | undefined;
}) {
  const queries = useQueryClient();
  const form = useForm<Body>({
    resolver: resolverOf(CreateLinkRequest),
    defaultValues: { campaign_id: campaign ?? offers[0]?.id ?? '' },
  });
  const create = useMutation({
    mutationFn: (body: Body) => api.links.create(body),
    onSuccess: async () => {
      showMessage(t('The link was created'));
      form.resetField('destination_path');
      await queries.invalidateQueries({ queryKey: ['affiliate'] });
    },
    onError: (error) => form.setError('root', { message: sentenceOf(error) }),
  });
  const send = form.handleSubmit((body) => create.mutate(body));
  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      className="grid items-start gap-4 p-5 md:grid-cols-[1fr_1fr_auto]"
    >
      <div className="empty:hidden md:col-span-3">
        <FormError>{form.formState.errors.root?.message}</FormError>
      </div>
      <SelectField
        label={t('Campaign')}
        options={offers.map(({ id, name }) => [id, name])}
        {...form.register('campaign_id')}
      />
      <TextField
        label={t('Page of the shop')}
        placeholder={'/sale'}
        hint={t('A path, such as /sale; empty for the landing page.')}
        error={form.formState.errors.destination_path?.message}
        {...form.register('destination_path')}
      />
      <Button type="submit" kind="primary" isBusy={create.isPending} className="md:mt-6.5">
        {t('Create a link')}
      </Button>
    </form>
  );
}

export function Page({ search }: PageProps) {
  return (
    <Frame title={t('Links')} description={t('Every order through them is yours.')}>
      <Card title={t('New link')}>
        <QueryState query={useQuery(joinedQuery)}>
          {(offers) =>
            offers.length === 0 ? (
              <p className="p-5 text-sm text-muted">
                {t('Join a campaign first; then its pages can be linked here.')}
              </p>
            ) : (
              <Builder offers={offers} campaign={search.campaign} />
            )
          }
        </QueryState>
      </Card>
      <Card title={t('Your links')}>
        <QueryTable
          label={t('Links')}
          query={useInfiniteQuery(linkPages)}
          columns={columns()}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="link"
              title={t('No link yet')}
              text={t('Join a campaign, then create your own link to it.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
