import { auditPages } from '../../api/account-queries.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { AuditTable } from '../team/audit-table.tsx';

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(auditPages(search, true)),
];

export const Page = ({ search }: PageProps) => <AuditTable search={search} isOperator />;
