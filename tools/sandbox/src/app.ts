import express from 'express';
import type { Express } from 'express';
import { cardprocRoutes } from './cardproc/cardproc.routes.ts';
import type { Cardproc } from './cardproc/cardproc.ts';
import { faultRoutes } from './faults/faults.routes.ts';
import { Refusal } from './http/refusal.ts';
import { allowOnly, createServe, plainRefusalBody, refuseIn, send } from './http/serve.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import type { Inbox } from './inbox/inbox.ts';
import { receiverRoutes } from './receiver/receiver.routes.ts';
import { createReceiver } from './receiver/receiver.ts';
import { walletcoRoutes } from './walletco/walletco.routes.ts';
import type { Walletco } from './walletco/walletco.ts';
import type { World } from './world.ts';

type Parts = Readonly<{ cardproc: Cardproc; walletco: Walletco; inbox: Inbox }>;

/** Everything the sandbox answers over HTTP. */
export function createApp(world: World, { cardproc, walletco, inbox }: Parts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  const serve = createServe(world);
  for (const path of ['/health/live', '/health/ready']) {
    app.get(path, (_req, res) => {
      send(res, { status: 200, body: { status: 'ok' } });
    });
  }
  app.use('/cardproc', cardprocRoutes(world, cardproc, serve));
  app.use('/walletco', walletcoRoutes(world, walletco, serve));
  const plain = express.Router();
  plain.use(faultRoutes(world.faults, world.settings));
  plain.use(inboxRoutes(world, inbox, serve));
  plain.use(receiverRoutes(world, createReceiver()));
  for (const path of ['/health/live', '/health/ready']) allowOnly(plain, path, ['GET']);
  plain.use(() => {
    throw new Refusal(404, 'unknown_path', 'No such path.');
  });
  app.use(plain);
  app.use(refuseIn(plainRefusalBody, world.log));
  return app;
}
