import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Engines } from '@tributary/engines';
import mongoose from 'mongoose';
import { timed } from '../calls-of-every-service.ts';
import { BROWSER, Client, createFixture, type Fixture, follow, order } from '../client.ts';
import { sell } from '../chaos/sales.ts';
import { type TestSystem } from '../system.ts';

/** Between two rounds of a visitor who buys, ms. */
const PAUSE_MS = 300;
const ORDERS_TO_PAY = 100;

/** A running system with people in it, in which faults are planted. */
export interface FaultyWorld {
  readonly system: TestSystem;
  readonly engines: Engines;
  readonly client: Client;
  /** The brand and affiliate of the visits and orders that go on all the time. */
  readonly fixture: Fixture;
  /** Databases of the services, by their names without a namespace. */
  readonly database: (name: string) => mongoose.mongo.Db;
  close(): Promise<void>;
}

/** Follows the link and orders until it is stopped, whatever is answered. */
function startShopping(
  client: Client,
  { trackingCode }: Fixture,
  click: string,
): () => Promise<void> {
  let isOver = false;
  const visit = ['GET', `/r/${trackingCode}`, { headers: { 'user-agent': BROWSER } }] as const;
  const shop = async (): Promise<void> => {
    while (!isOver) {
      const bought = order(click, randomUUID(), '20.00');
      await Promise.all([
        timed(client, visit),
        timed(client, ['POST', '/api/track/conversion', bought]),
        pause(PAUSE_MS),
      ]);
    }
  };
  const shopping = shop();
  return async () => {
    isOver = true;
    await shopping;
  };
}

/** Sells enough for payouts, and starts visits and orders that go on until the world is closed. */
export async function openFaultyWorld(system: TestSystem, engines: Engines): Promise<FaultyWorld> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  await sell(client, fixture, 'paid', ORDERS_TO_PAY);
  const click = await follow(client, fixture.trackingCode);
  const stopShopping = startShopping(client, fixture, click);
  const mongo = await mongoose.createConnection(engines.mongoUrl).asPromise();
  return {
    system,
    engines,
    client,
    fixture,
    database: (name) => {
      const { db } = mongo.useDb(system.namespace + name);
      if (db === undefined) throw new Error('MongoDB is not connected');
      return db;
    },
    close: async () => {
      await stopShopping();
      await mongo.close();
    },
  };
}
