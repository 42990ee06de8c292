import { z } from 'zod';
import { route, wholeNumber } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  auditFilterOf,
  auditPageResponse,
  auditQuery,
  ownAuditEntryView,
  startsBeforeItEnds,
} from '../../views/audit-view.ts';

export const listAuditEntriesRoute = (deps: Deps) =>
  route({
    operationId: 'listAuditEntries',
    method: 'get',
    path: '/api/audit',
    summary: 'The audit log of the account, newest first',
    description:
      'Who did what, when and from where, with the changed fields before and after. An entry appears within seconds of its operation.',
    allow: ['affiliate', 'brand'],
    permission: 'audit:read',
    query: z
      .strictObject({ ...auditQuery, limit: wholeNumber({ min: 1, max: 100 }).default(50) })
      .superRefine(startsBeforeItEnds),
    response: auditPageResponse,
    handle: async ({ query, actor }) => {
      const { limit } = query;
      const entries = await deps.auditLog.list(auditFilterOf(actor.id, query), limit);
      const last = entries.length < limit ? undefined : entries.at(-1);
      return { entries: entries.map(ownAuditEntryView), next_before: last?.entryId ?? null };
    },
  });
