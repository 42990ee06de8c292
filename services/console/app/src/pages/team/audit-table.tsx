import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { auditPages, membersQuery } from '../../api/account-queries.ts';
import { api } from '../../api/client.ts';
import { useDownload } from '../../api/download.ts';
import { dateTime } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Search } from '../../search.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButtons, type FileFormat } from '../../ui/download-buttons.tsx';
import { Fact, Facts, TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { roleWords } from '../words.ts';

type Entry = Schemas['AuditEntry'];

/** `updateUserStatus` as `Update user status`. */
function actionOf(operation: string): string {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const Outcome = ({ outcome, error }: Pick<Entry, 'outcome' | 'error'>) => (
  <Badge tone={outcome === 'done' ? 'good' : 'bad'}>
    {outcome === 'done' ? t('Done') : (error ?? t('Refused'))}
  </Badge>
);

/** Who acted: a member by name where the account's members are known. */
function actorOf({ actor }: Entry, names: ReadonlyMap<string, string>): string {
  if (actor.api_key_id !== null) return t('An API key');
  return names.get(actor.member_id ?? '') ?? roleWords()[actor.role] ?? t('A member');
}

const columns = (names: ReadonlyMap<string, string>): readonly Column<Entry>[] => [
  {
    id: 'operation',
    heading: t('Action'),
    cell: ({ operation, occurred_at: at }) => (
      <TwoLines title={actionOf(operation)} text={dateTime(at)} />
    ),
  },
  {
    id: 'actor',
    heading: t('By'),
    isMinor: true,
    cell: (entry) => actorOf(entry, names),
  },
  {
    id: 'address',
    heading: t('Address'),
    isMinor: true,
    cell: ({ ip }) => <span className="text-muted">{ip}</span>,
  },
  {
    id: 'outcome',
    heading: t('Outcome'),
    isNumber: true,
    cell: (entry) => <Outcome {...entry} />,
  },
];

function Details({ entry }: { readonly entry: Entry }) {
  return (
    <>
      <Facts>
        <Fact label={t('Outcome')} value={<Outcome {...entry} />} />
        <Fact label={t('When')} value={dateTime(entry.occurred_at)} />
        <Fact label={t('Address')} value={entry.ip ?? ''} />
        <Fact label={t('Program')} value={entry.user_agent ?? ''} />
        <Fact label={t('Request')} value={entry.request_id} />
      </Facts>
      {entry.changes.map(({ kind, id, before, after }) => (
        <Section key={id} title={kind}>
          <pre tabIndex={0} className="overflow-x-auto rounded-lg bg-sunken p-3 text-xs">
            {JSON.stringify({ before, after }, undefined, 2)}
          </pre>
        </Section>
      ))}
    </>
  );
}

interface Props {
  readonly search: Search;
  /** Whether the log is that of all accounts. */
  readonly isOperator: boolean;
}

/** Who did what, and what it changed; the newest first. */
export function AuditTable({ search, isOperator }: Props) {
  const setSearch = useSetSearch();
  const [open, setOpen] = useState<Entry>();
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: !isOperator });
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const download = useDownload((_format: FileFormat) => {
    const entries = api.auditEntries;
    return isOperator ? entries.exportAll() : entries.export();
  }, 'audit.csv');
  return (
    <Frame
      title={t('Audit log')}
      description={t('Every change, by whom, and whether it was done or refused.')}
      actions={
        <>
          <SearchField
            label={t('Name of an action')}
            value={search.q}
            onSearch={(q) => setSearch({ q })}
          />
          <DownloadButtons formats={['csv']} download={download} />
        </>
      }
    >
      <Card>
        <QueryTable
          label={t('Audit log')}
          query={useInfiniteQuery(auditPages(search, isOperator))}
          columns={columns(names)}
          idOf={({ entry_id: id }) => id}
          onOpen={setOpen}
          empty={
            <EmptyState
              icon="history"
              title={t('Nothing was changed')}
              text={t('Changes of the last year appear here.')}
            />
          }
        />
      </Card>
      <Dialog
        place="side"
        title={open === undefined ? '' : actionOf(open.operation)}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open !== undefined && <Details entry={open} />}
      </Dialog>
    </Frame>
  );
}
