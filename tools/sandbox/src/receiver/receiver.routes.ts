import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { readRawBody } from '../http/raw-body.ts';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly, send } from '../http/serve.ts';
import type { World } from '../world.ts';
import { flatHeaders } from './flat-headers.ts';
import { plainAnswer } from './receiver.ts';
import type { Mailbox, ReceivedRequest, Receiver } from './receiver.ts';
import { verifySignature, verifyStandardSignature } from './signature.ts';

const MAX_BODY_BYTES = 1_000_000;

const nameSchema = z.string().regex(/^[\w.-]{1,100}$/, { error: 'Not a receiver name.' });
const listQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(100) });
const programSchema = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  delay_ms: z.int().min(0).max(600_000).default(0),
  times: z.int().min(1).optional(),
  headers: z
    .record(z.string().regex(/^[\w-]{1,100}$/), z.string().regex(/^[\x20-\x7e]{0,2000}$/))
    .default({}),
  body: z.string().max(100_000).default(''),
  secret: z.string().min(1).max(500).optional(),
});

/** Recording webhooks under names of the caller's choice. */
export function receiverRoutes(world: World, receiver: Receiver): Router {
  const router = express.Router();
  const path = '/receiver/:name';
  router.post(path, readRawBody(MAX_BODY_BYTES), takeRequest(world, receiver));
  router.put(path, express.json({ limit: '200kb' }), program(receiver));
  router.get(path, listRequests(receiver));
  router.delete(path, (req, res) => {
    receiver.forget(nameOf(req));
    send(res, { status: 204 });
  });
  allowOnly(router, path, ['GET', 'POST', 'PUT', 'DELETE']);
  return router;
}

function takeRequest(world: World, receiver: Receiver): RequestHandler {
  return async (req, res) => {
    const body: unknown = req.body;
    const answer = receiver.take(openMailbox(receiver, req), {
      id: world.newId('req'),
      receivedAt: world.clock.now().toISOString(),
      headers: flatHeaders(req.headers),
      rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    });
    if (answer.delayMs > 0) await world.timers.wait(answer.delayMs);
    if (!res.destroyed) res.status(answer.status).set(answer.headers).send(answer.body);
  };
}

function program(receiver: Receiver) {
  return (req: Request, res: Response): void => {
    const { secret, times, ...answer } = parseOrRefuse(programSchema, req.body ?? {});
    const { status, delay_ms: delayMs, headers, body } = answer;
    const mailbox = openMailbox(receiver, req);
    mailbox.answer = {
      ...plainAnswer,
      ...{ status, delayMs, headers, body },
      ...(times === undefined ? {} : { timesLeft: times }),
    };
    if (secret !== undefined) mailbox.secret = secret;
    const known = mailbox.secret !== undefined;
    send(res, { status: 200, body: { status, delay_ms: delayMs, secret_known: known } });
  };
}

function listRequests(receiver: Receiver) {
  return (req: Request, res: Response): void => {
    const { limit } = parseOrRefuse(listQuery, req.query);
    const mailbox = receiver.find(nameOf(req));
    const requests = mailbox?.requests.newestFirst().slice(0, limit) ?? [];
    const body = {
      total: mailbox?.requests.total() ?? 0,
      distinct_ids: mailbox ? (mailbox.tally.distinctIds() ?? null) : 0,
      by_event: mailbox?.tally.byEvent() ?? {},
      requests: requests.map((request) => requestBody(request, mailbox?.secret)),
    };
    send(res, { status: 200, body });
  };
}

function requestBody(request: ReceivedRequest, secret: string | undefined) {
  return {
    id: request.id,
    received_at: request.receivedAt,
    headers: request.headers,
    body: request.rawBody.toString('utf8'),
    answered_status: request.answeredStatus,
    signature: verifySignature(request, secret),
    standard_signature: verifyStandardSignature(request, secret),
  };
}

function nameOf(req: Request): string {
  return parseOrRefuse(nameSchema, req.params['name']);
}

function openMailbox(receiver: Receiver, req: Request): Mailbox {
  const mailbox = receiver.open(nameOf(req));
  if (!mailbox) throw new Refusal(409, 'too_many_receivers', 'Delete some receivers first.');
  return mailbox;
}
