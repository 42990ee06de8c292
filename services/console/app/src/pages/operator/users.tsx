import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { userPages } from '../../api/operator-queries.ts';
import { date } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showMessage } from '../../ui/toast.tsx';
import { type Search } from '../../search.ts';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { StateFilter } from '../state-filter.tsx';
import { StateBadge } from '../state-badge.tsx';
import { roleWords } from '../words.ts';

type User = Schemas['User'];

export const load: Load = (queries, { search }) => [queries.infiniteQuery(userPages(search))];

const columns = (onChange: (user: User) => void): readonly Column<User>[] => [
  {
    id: 'name',
    heading: t('Account'),
    cell: ({ name, email }) => (
      <span className="block min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">{email}</span>
      </span>
    ),
  },
  { id: 'role', heading: t('Role'), isMinor: true, cell: ({ role }) => roleWords()[role] },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'created',
    heading: t('Created'),
    isMinor: true,
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted">{date(at)}</span>,
  },
  {
    id: 'change',
    heading: t('Change'),
    isNumber: true,
    cell: (user) =>
      user.role !== 'admin' && (
        <Button
          kind={user.status === 'suspended' ? 'plain' : 'danger'}
          aria-label={
            user.status === 'suspended'
              ? t('Reactivate {name}', { name: user.name })
              : t('Suspend {name}', { name: user.name })
          }
          onClick={() => onChange(user)}
        >
          {user.status === 'suspended' ? t('Reactivate') : t('Suspend')}
        </Button>
      ),
  },
];

/** A second question before the change: a suspended account is signed out, and its payouts wait. */
function ChangeStatus({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const next = user.status === 'suspended' ? 'active' : 'suspended';
  const change = useMutation({
    mutationFn: () => api.users.updateStatus(user.id, { status: next }),
    onSuccess: async () => {
      showMessage(next === 'active' ? t('The account is active') : t('The account is suspended'));
      await queries.invalidateQueries({ queryKey: ['operator'] });
      onDone();
    },
    onError: (error) => showMessage(sentenceOf(error), { isError: true }),
  });
  return (
    <div className="flex flex-col gap-5 p-5 text-sm">
      <p>
        {next === 'suspended'
          ? t(
              '{name} is signed out at once; links and payouts stop until the account is reactivated.',
              { name: user.name },
            )
          : t('{name} can sign in again, and what had stopped goes on.', { name: user.name })}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('Leave it')}</Button>
        <Button
          kind={next === 'active' ? 'primary' : 'danger'}
          isBusy={change.isPending}
          onClick={() => change.mutate()}
        >
          {next === 'active' ? t('Reactivate') : t('Suspend')}
        </Button>
      </div>
    </div>
  );
}

function Filters({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  return (
    <>
      <SearchField
        label={t('Name or e-mail address')}
        value={search.q}
        minLength={2}
        onSearch={(q) => setSearch({ q })}
      />
      <FilterSelect
        label={t('Role')}
        value={search.role ?? ''}
        onChange={({ target }) => setSearch({ role: target.value })}
        options={[['', t('All roles')], ...Object.entries(roleWords())]}
      />
      <StateFilter search={search} states={['active', 'verified', 'suspended']} />
    </>
  );
}

export function Page({ search }: PageProps) {
  const [changing, setChanging] = useState<User>();
  const close = (): void => setChanging(undefined);
  return (
    <Frame title={t('Users')} actions={<Filters search={search} />}>
      <Card>
        <QueryTable
          label={t('Users')}
          query={useInfiniteQuery(userPages(search))}
          columns={columns(setChanging)}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="people"
              title={t('Nobody matches')}
              text={t('Change the filters above.')}
            />
          }
        />
      </Card>
      <Dialog title={changing?.name ?? ''} isOpen={changing !== undefined} onClose={close}>
        {changing !== undefined && <ChangeStatus user={changing} onDone={close} />}
      </Dialog>
    </Frame>
  );
}
