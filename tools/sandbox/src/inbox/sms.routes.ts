import express from 'express';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly } from '../http/serve.ts';
import type { Reply, Serve } from '../http/serve.ts';
import { bearerToken, equalText } from '../http/sign-in.ts';
import type { World } from '../world.ts';
import type { Inbox, SmsMessage } from './inbox.ts';

const smsSchema = z.strictObject({
  to: z.string().regex(/^\+[1-9]\d{6,14}$/, { error: 'Not an E.164 number.' }),
  text: z.string().min(1).max(1600),
});

/** The number that no message can be sent to. */
const INVALID_NUMBER = '+15005550001';

/** The SMS provider. */
export function smsRoutes(world: World, inbox: Inbox, serve: Serve): Router {
  const router = express.Router();
  const sendSms = (req: Request): Reply => {
    const token = bearerToken(req.headers.authorization);
    if (token === undefined || !equalText(token, world.keys.smsApiKey)) {
      throw new Refusal(401, 'unauthorized', 'No valid API key was sent.');
    }
    const { to, text } = parseOrRefuse(smsSchema, req.body);
    if (to === INVALID_NUMBER) throw new Refusal(400, 'invalid_number', 'No such number.');
    const now = world.clock.now().toISOString();
    const message: SmsMessage = { id: world.newId('sms'), received_at: now, to, text };
    inbox.sms.add(message);
    return { status: 201, body: { id: message.id, to, status: 'queued', created_at: now } };
  };
  router.post('/sms/v1/messages', express.json({ limit: '10kb' }), serve('sms.send', sendSms));
  allowOnly(router, '/sms/v1/messages', ['POST']);
  return router;
}
