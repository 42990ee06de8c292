import { z } from 'zod';
import { announcementMade } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const kinds = ['maintenance', 'update'] as const;

export const createAnnouncementRoute = (deps: Deps) =>
  route({
    operationId: 'createAnnouncement',
    method: 'post',
    path: '/api/admin/announcements',
    summary: 'Announce maintenance or a change to every endpoint that subscribes to it',
    description: 'Publishes `system.maintenance` or `system.update`.',
    allow: ['admin'],
    permission: 'platform:write',
    idempotent: true,
    status: 201,
    body: z.strictObject({
      kind: z.enum(kinds),
      title: z.string().trim().min(1).max(200),
      message: z.string().trim().min(1).max(5_000),
    }),
    response: z.object({
      id: z.uuid(),
      kind: z.enum(kinds),
      title: z.string(),
      message: z.string(),
      created_at: z.iso.datetime(),
    }),
    handle: ({ body }) =>
      deps.transaction(async ({ outbox }) => {
        const announcementId = deps.newId();
        const announcedAt = deps.clock.now().toISOString();
        await outbox.add(announcementMade({ announcementId, ...body, announcedAt }));
        return { id: announcementId, ...body, created_at: announcedAt };
      }),
  });
