import { z } from 'zod';
import { PLATFORM_CHAIN } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { auditFile, auditFormats } from '../../views/audit-file.ts';
import {
  auditEntryView,
  auditFilterOf,
  auditQuery,
  MAX_EXPORTED_ENTRIES,
  startsBeforeItEnds,
} from '../../views/audit-view.ts';

export const exportAllAuditEntriesRoute = (deps: Deps) =>
  route({
    operationId: 'exportAllAuditEntries',
    method: 'get',
    path: '/api/admin/audit/export',
    summary: 'The audit log of all chains, or of one, as a file',
    description:
      'CSV or JSON Lines, newest first, at most 100,000 entries: continue with `before`, the last entry’s id. Administrators’ entries are in the chain `platform` and in those of the accounts concerned.',
    allow: ['admin'],
    permission: 'platform:read',
    query: z
      .strictObject({
        chain: z.union([z.uuid(), z.literal(PLATFORM_CHAIN)]).optional(),
        ...auditQuery,
        format: z.enum(auditFormats).default('csv'),
      })
      .superRefine(startsBeforeItEnds),
    handle: ({ query }) => {
      const filter = auditFilterOf(query.chain, query);
      const entries = deps.auditLog.stream(filter, MAX_EXPORTED_ENTRIES);
      return Promise.resolve(auditFile(query.format, entries, auditEntryView));
    },
  });
