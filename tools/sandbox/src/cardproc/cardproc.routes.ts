import { createHash } from 'node:crypto';
import { isCurrency, MAX_AMOUNT_MINOR } from '@tributary/money';
import express from 'express';
import type { Request, RequestHandler, Router } from 'express';
import { z } from 'zod';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly, refuseIn } from '../http/serve.ts';
import type { RefusalBody, Reply, Serve } from '../http/serve.ts';
import { bearerToken, equalText } from '../http/sign-in.ts';
import type { World } from '../world.ts';
import { accountBody } from './account.ts';
import { cardprocListRoutes } from './cardproc-lists.routes.ts';
import type { Cardproc } from './cardproc.ts';
import { createdBody, transferBody } from './transfer.ts';

const metadataSchema = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((metadata) => Object.keys(metadata).length <= 20, { error: 'At most 20 keys.' });

const transferSchema = z.strictObject({
  amount: z.int().min(1).max(MAX_AMOUNT_MINOR),
  currency: z.string().refine(isCurrency, { error: 'Not a currency of ISO 4217.' }),
  destination: z.string().regex(/^acct_\w{1,64}$/, { error: 'Not an account id.' }),
  metadata: metadataSchema.default({}),
});
const verificationSchema = z.strictObject({ metadata: metadataSchema.default({}) });
const keySchema = z
  .string({ error: 'The header is required.' })
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/);
const accountIdSchema = transferSchema.shape.destination;

/** The card processor over HTTP, as the README documents it; to be mounted at `/cardproc`. */
export function cardprocRoutes(world: World, cardproc: Cardproc, serve: Serve): Router {
  const router = express.Router();
  router.use(requireKey(world.keys.cardprocApiKey));
  router.use(express.json({ limit: '1mb' }));
  router.post('/v1/transfers', serve('cardproc.transfers.create', createTransfer(world, cardproc)));
  router.get('/v1/transfers/:id', serve('cardproc.transfers.get', getTransfer(cardproc)));
  allowOnly(router, '/v1/transfers/:id', ['GET']);
  router.get('/v1/accounts/:id', serve('cardproc.accounts.get', getAccount(cardproc)));
  allowOnly(router, '/v1/accounts/:id', ['GET']);
  router.post(
    '/v1/accounts/:id/verification',
    serve('cardproc.accounts.verify', verifyAccount(cardproc)),
  );
  allowOnly(router, '/v1/accounts/:id/verification', ['POST']);
  router.use(cardprocListRoutes(cardproc.books, serve));
  router.use(() => {
    throw new Refusal(404, 'unknown_path', 'No such path.');
  });
  router.use(refuseIn(cardprocRefusalBody, world.log));
  return router;
}

const cardprocRefusalBody: RefusalBody = ({ status, code, message, details }) => {
  const [first] = details;
  const param = first === undefined ? {} : { param: first.field };
  return { error: { type: errorTypeOf(status), code, message, ...param } };
};

function errorTypeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 409) return 'idempotency_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}

function requireKey(apiKey: string): RequestHandler {
  return (req, _res, next) => {
    const token = bearerToken(req.headers.authorization);
    if (token === undefined || !equalText(token, apiKey)) {
      throw new Refusal(401, 'api_key_invalid', 'No valid API key was sent.');
    }
    next();
  };
}

function createTransfer(world: World, cardproc: Cardproc) {
  return (req: Request): Reply => {
    const key = parseOrRefuse(
      z.object({ 'Idempotency-Key': keySchema }),
      { 'Idempotency-Key': req.get('idempotency-key') },
      'idempotency_key_required',
    );
    const request = parseOrRefuse(transferSchema, req.body, 'parameter_invalid');
    const { transfer, isReplay } = cardproc.transfer({
      ...request,
      key: key['Idempotency-Key'],
      bodyHash: hashBody(request),
    });
    return {
      status: 200,
      body: createdBody(transfer),
      headers: isReplay ? { 'idempotent-replayed': 'true' } : {},
      holdMs: transfer.answerAtMs - world.clock.now().getTime(),
    };
  };
}

function getTransfer(cardproc: Cardproc) {
  return (req: Request): Reply => {
    const transfer = cardproc.books.transfers.find(String(req.params['id']));
    if (!transfer) throw missing('transfer');
    return { status: 200, body: transferBody(transfer) };
  };
}

function getAccount(cardproc: Cardproc) {
  return (req: Request): Reply => {
    const account = cardproc.books.accounts.find(String(req.params['id']));
    if (!account) throw missing('account');
    return { status: 200, body: accountBody(account) };
  };
}

function verifyAccount(cardproc: Cardproc) {
  return (req: Request): Reply => {
    const id = parseOrRefuse(accountIdSchema, req.params['id'], 'parameter_invalid');
    const { metadata } = parseOrRefuse(verificationSchema, req.body ?? {}, 'parameter_invalid');
    return { status: 202, body: accountBody(cardproc.verifyAccount(id, metadata)) };
  };
}

/** The same for the same content: spacing and the order of members do not make another body. */
function hashBody({ amount, currency, destination, metadata }: z.infer<typeof transferSchema>) {
  const entries = Object.entries(metadata).sort(([left], [right]) => (left < right ? -1 : 1));
  const content = JSON.stringify([amount, currency, destination, entries]);
  return createHash('sha256').update(content).digest('hex');
}

function missing(noun: string): Refusal {
  return new Refusal(404, 'resource_missing', `No such ${noun}.`);
}
