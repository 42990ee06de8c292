import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import mongoose from 'mongoose';
import { type Mongo } from '@tributary/mongo';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { figuresStore } from './figures.ts';

const SILENT_MS = 1_500;
const SOCKET_TIMEOUT_MS = 100;

let stores: OpenStores;
let slow: Server;
let hasty: mongoose.Connection;
const sockets = new Set<Socket>();
let silentMs = 0;

/** A proxy to the database, on which every answer takes `silentMs`. */
const slowWayTo = ({ hostname, port }: URL): Server =>
  createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.on('close', () => database.destroy());
    client.pipe(database);
    database.on('data', (bytes) => setTimeout(() => client.write(bytes), silentMs));
  });

beforeAll(async () => {
  stores = await openStores();
  slow = slowWayTo(new URL(stores.url));
  await new Promise<void>((listens) => slow.listen(0, '127.0.0.1', listens));
  const { port } = slow.address() as AddressInfo;
  hasty = mongoose.createConnection(`mongodb://127.0.0.1:${String(port)}/?directConnection=true`, {
    dbName: stores.database,
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
    connectTimeoutMS: 60_000,
    minPoolSize: 1,
  });
  await hasty.asPromise();
});
afterAll(async () => {
  silentMs = 0;
  await hasty.close();
  for (const socket of sockets) socket.destroy();
  slow.close();
  await stores.close();
});

const affiliateId = crypto.randomUUID();
const at = new Date('2026-05-01T00:00:00.000Z');
const traits = { source: null, medium: null, campaign: 'spring', term: null, content: null };

describe('a report that becomes a file', () => {
  it('waits for the database, which sorts a million rows without a word', async () => {
    const owner = { affiliateId, brandId: 'brand', campaignId: 'campaign', linkId: 'link' };
    const sum = { id: 'sum', dimension: 'utm' as const, at, value: traits, currency: null };
    await stores.rollups.addClicks([{ ...owner, ...sum, figures: { unique: 7 } }]);
    const figures = figuresStore({ connection: hasty } as Mongo);
    const period = { start: at, end: new Date('2026-05-02T00:00:00.000Z') };
    const query = { scope: { affiliateId }, period, currency: 'USD', by: 'utm' } as const;
    silentMs = SILENT_MS;
    expect(await figures.totalOf(query)).toMatchObject({ rows: 1, figures: { unique: 7 } });
    const rows = [];
    for await (const row of figures.stream(query)) rows.push(row);
    expect(rows).toMatchObject([{ _id: traits, unique: 7 }]);
  });
});
