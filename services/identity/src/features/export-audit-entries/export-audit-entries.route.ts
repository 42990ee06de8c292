import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { auditFile, auditFormats } from '../../views/audit-file.ts';
import {
  auditFilterOf,
  auditQuery,
  MAX_EXPORTED_ENTRIES,
  ownAuditEntryView,
  startsBeforeItEnds,
} from '../../views/audit-view.ts';

export const exportAuditEntriesRoute = (deps: Deps) =>
  route({
    operationId: 'exportAuditEntries',
    method: 'get',
    path: '/api/audit/export',
    summary: 'The audit log of the account as a file',
    description:
      'CSV or JSON Lines, newest first, at most 100,000 entries: continue with `before`, the last entry’s id.',
    allow: ['affiliate', 'brand'],
    permission: 'audit:read',
    query: z
      .strictObject({ ...auditQuery, format: z.enum(auditFormats).default('csv') })
      .superRefine(startsBeforeItEnds),
    handle: ({ query, actor }) => {
      const filter = auditFilterOf(actor.id, query);
      const entries = deps.auditLog.stream(filter, MAX_EXPORTED_ENTRIES);
      return Promise.resolve(auditFile(query.format, entries, ownAuditEntryView));
    },
  });
