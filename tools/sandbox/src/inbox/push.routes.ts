import express from 'express';
import type { Request, Router } from 'express';
import { Refusal } from '../http/refusal.ts';
import { readRawBody } from '../http/raw-body.ts';
import { allowOnly } from '../http/serve.ts';
import type { Reply, Serve } from '../http/serve.ts';
import { flatHeaders } from '../receiver/flat-headers.ts';
import type { World } from '../world.ts';
import type { Inbox, PushMessage } from './inbox.ts';

const MAX_ID_LENGTH = 200;
const MAX_BODY_BYTES = 8192;

/** A push service: takes encrypted messages for the subscription that the endpoint's end names. */
export function pushRoutes(world: World, inbox: Inbox, serve: Serve): Router {
  const router = express.Router();
  const takePush = (req: Request): Reply => {
    const subscription = String(req.params['id']);
    if (subscription.length > MAX_ID_LENGTH) throw new Refusal(404, 'not_found', 'No such id.');
    if (subscription.startsWith('gone')) throw new Refusal(410, 'gone', 'Unsubscribed.');
    const body: unknown = req.body;
    const message: PushMessage = {
      id: world.newId('push'),
      received_at: world.clock.now().toISOString(),
      subscription,
      headers: flatHeaders(req.headers),
      body_base64: Buffer.isBuffer(body) ? body.toString('base64') : '',
    };
    inbox.push.add(message);
    return { status: 201, headers: { location: `/push/${subscription}/${message.id}` } };
  };
  router.post('/push/:id', readRawBody(MAX_BODY_BYTES), serve('push.send', takePush));
  allowOnly(router, '/push/:id', ['POST']);
  return router;
}
