import { z } from 'zod';
import { PLATFORM_CHAIN } from '@tributary/contracts';
import { route, wholeNumber } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  auditEntryView,
  auditFilterOf,
  auditPageResponse,
  auditQuery,
  startsBeforeItEnds,
} from '../../views/audit-view.ts';

export const listAllAuditEntriesRoute = (deps: Deps) =>
  route({
    operationId: 'listAllAuditEntries',
    method: 'get',
    path: '/api/admin/audit',
    summary: 'The audit log of one chain, newest first',
    description:
      'The chain of an account has its id; `platform`, the default, is the chain of what administrators did.',
    allow: ['admin'],
    permission: 'platform:read',
    query: z
      .strictObject({
        chain: z.union([z.uuid(), z.literal(PLATFORM_CHAIN)]).default(PLATFORM_CHAIN),
        ...auditQuery,
        limit: wholeNumber({ min: 1, max: 100 }).default(50),
      })
      .superRefine(startsBeforeItEnds),
    response: auditPageResponse,
    handle: async ({ query }) => {
      const { limit, chain } = query;
      const entries = await deps.auditLog.list(auditFilterOf(chain, query), limit);
      const last = entries.length < limit ? undefined : entries.at(-1);
      return { entries: entries.map(auditEntryView), next_before: last?.entryId ?? null };
    },
  });
