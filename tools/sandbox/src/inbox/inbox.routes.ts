import express from 'express';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly, send } from '../http/serve.ts';
import type { Serve } from '../http/serve.ts';
import type { World } from '../world.ts';
import { inboxPage } from './inbox-page.ts';
import type { Inbox } from './inbox.ts';
import { pushRoutes } from './push.routes.ts';
import { smsRoutes } from './sms.routes.ts';

const limit = z.coerce.number().int().min(1).max(2000).default(100);
const filter = z.string().min(1).max(500).optional();
const toQuery = z.strictObject({ limit, to: filter });
const pushQuery = z.strictObject({ limit, id: filter });

/** Nothing of a received message may run or load anything in the reader's browser. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Reading what people were sent, and the HTTP ways in: SMS and web push. */
export function inboxRoutes(world: World, inbox: Inbox, serve: Serve): Router {
  const router = express.Router();
  router.get('/inbox', (_req, res) => {
    res.set(PAGE_HEADERS).send(inboxPage(inbox));
  });
  router.delete('/inbox', (_req, res) => {
    for (const list of [inbox.email, inbox.sms, inbox.push]) list.clear();
    send(res, { status: 204 });
  });
  allowOnly(router, '/inbox', ['GET', 'DELETE']);
  router.get('/inbox/email', listEmail(inbox));
  allowOnly(router, '/inbox/email', ['GET']);
  router.get('/inbox/email/:id/html', showEmail(inbox));
  allowOnly(router, '/inbox/email/:id/html', ['GET']);
  router.get('/inbox/sms', listSms(inbox));
  allowOnly(router, '/inbox/sms', ['GET']);
  router.get('/inbox/push', listPush(inbox));
  allowOnly(router, '/inbox/push', ['GET']);
  router.use(smsRoutes(world, inbox, serve));
  router.use(pushRoutes(world, inbox, serve));
  return router;
}

function listEmail({ email }: Inbox) {
  return (req: Request, res: Response): void => {
    const query = parseOrRefuse(toQuery, req.query);
    const to = query.to?.toLowerCase();
    const found = email
      .newestFirst()
      .filter((message) => to === undefined || message.to.includes(to));
    sendMessages(res, found, query.limit);
  };
}

function showEmail({ email }: Inbox) {
  return (req: Request, res: Response): void => {
    const message = email.newestFirst().find(({ id }) => id === req.params['id']);
    if (!message) throw new Refusal(404, 'not_found', 'No such message.');
    res.set(PAGE_HEADERS).send(message.html ?? '');
  };
}

function listSms({ sms }: Inbox) {
  return (req: Request, res: Response): void => {
    const { to, limit: most } = parseOrRefuse(toQuery, req.query);
    const found = sms.newestFirst().filter((message) => to === undefined || message.to === to);
    sendMessages(res, found, most);
  };
}

function listPush({ push }: Inbox) {
  return (req: Request, res: Response): void => {
    const { id, limit: most } = parseOrRefuse(pushQuery, req.query);
    const found = push
      .newestFirst()
      .filter(({ subscription }) => id === undefined || subscription === id);
    sendMessages(res, found, most);
  };
}

function sendMessages(res: Response, found: readonly unknown[], most: number): void {
  send(res, { status: 200, body: { messages: found.slice(0, most), total: found.length } });
}
