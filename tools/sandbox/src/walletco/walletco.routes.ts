import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Request, RequestHandler, Router } from 'express';
import { z } from 'zod';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly, refuseIn } from '../http/serve.ts';
import type { RefusalBody, Reply, Serve } from '../http/serve.ts';
import { bearerToken, equalText } from '../http/sign-in.ts';
import type { World } from '../world.ts';
import { batchHeader, batchLinks } from './payout-batch.ts';
import { itemBody } from './payout-item.ts';
import type { PayoutItem } from './payout-item.ts';
import { batchRequestSchema } from './payout-request.ts';
import { walletcoListRoutes } from './walletco-lists.routes.ts';
import {
  TOKEN_LIFETIME_SECONDS,
  basicCredentials,
  createToken,
  isTokenValid,
} from './walletco-token.ts';
import type { Walletco } from './walletco.ts';

const grantSchema = z.object({ grant_type: z.literal('client_credentials') });

/** The wallet over HTTP, as the README documents it; to be mounted at `/walletco`. */
export function walletcoRoutes(world: World, walletco: Walletco, serve: Serve): Router {
  const router = express.Router();
  const token = serve('walletco.oauth.token', giveToken(world));
  router.post('/v1/oauth2/token', express.urlencoded({ limit: '10kb', extended: false }), token);
  allowOnly(router, '/v1/oauth2/token', ['POST']);
  router.use(requireToken(world));
  router.use(express.json({ limit: '1mb' }));
  router.post('/v1/payments/payouts', serve('walletco.payouts.create', payOut(world, walletco)));
  router.get('/v1/payments/payouts-item/:id', serve('walletco.items.get', getItem(walletco)));
  allowOnly(router, '/v1/payments/payouts-item/:id', ['GET']);
  router.post(
    '/v1/payments/payouts-item/:id/cancel',
    serve('walletco.items.cancel', cancelItem(walletco)),
  );
  allowOnly(router, '/v1/payments/payouts-item/:id/cancel', ['POST']);
  router.use(walletcoListRoutes(walletco.books, serve));
  router.use(() => {
    throw new Refusal(404, 'UNKNOWN_PATH', 'No such path.');
  });
  router.use(refuseIn(walletcoRefusalBody, world.log));
  return router;
}

const walletcoRefusalBody: RefusalBody = ({ code, message, details, extra }) => ({
  name: code.toUpperCase(),
  message,
  debug_id: randomUUID(),
  details,
  ...extra,
});

function requireToken({ keys, clock }: World): RequestHandler {
  return (req, _res, next) => {
    const token = bearerToken(req.headers.authorization);
    if (token === undefined || !isTokenValid(token, keys.walletcoClientSecret, clock.now())) {
      throw new Refusal(401, 'AUTHENTICATION_FAILURE', 'No valid access token was sent.');
    }
    next();
  };
}

function giveToken({ keys, clock }: World) {
  return (req: Request): Reply => {
    const client = basicCredentials(req.headers.authorization);
    const isKnown =
      client !== undefined &&
      equalText(client.id, keys.walletcoClientId) &&
      equalText(client.secret, keys.walletcoClientSecret);
    if (!isKnown) throw new Refusal(401, 'AUTHENTICATION_FAILURE', 'Unknown client.');
    parseOrRefuse(grantSchema, req.body, 'UNSUPPORTED_GRANT_TYPE');
    const accessToken = createToken(keys.walletcoClientSecret, clock.now());
    const body = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
    };
    return { status: 200, body };
  };
}

function payOut(world: World, walletco: Walletco) {
  return (req: Request): Reply => {
    const request = parseOrRefuse(batchRequestSchema, req.body, 'VALIDATION_ERROR');
    const batch = walletco.payOut(request);
    return {
      status: 201,
      body: { batch_header: batchHeader(batch, batch.itemIds.length), links: batchLinks(batch.id) },
      holdMs: batch.answerAtMs - world.clock.now().getTime(),
    };
  };
}

function getItem(walletco: Walletco) {
  return (req: Request): Reply => ({ status: 200, body: itemBody(findItem(walletco, req)) });
}

function cancelItem(walletco: Walletco) {
  return (req: Request): Reply => {
    const cancelled = walletco.cancel(findItem(walletco, req));
    return { status: 200, body: itemBody(cancelled) };
  };
}

function findItem(walletco: Walletco, req: Request): PayoutItem {
  const item = walletco.books.items.find(String(req.params['id']));
  if (!item) throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'No such item.');
  return item;
}
