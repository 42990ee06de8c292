import { auditPages } from '../../api/account-queries.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { AuditTable } from './audit-table.tsx';

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(auditPages(search, false)),
];

export const Page = ({ search }: PageProps) => <AuditTable search={search} isOperator={false} />;
