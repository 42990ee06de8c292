import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { openCardproc } from './cardproc/cardproc.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { createFaults } from './faults/faults.ts';
import { createInbox } from './inbox/inbox.ts';
import { openMailServer } from './inbox/mail-server.ts';
import { defaultKeys } from './keys.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { openTimers } from './timers.ts';
import { openWalletco } from './walletco/walletco.ts';
import type { World } from './world.ts';

export type SandboxOptions = Readonly<{
  /** 0 takes any free port. */
  ports?: Readonly<{ http?: number; smtp?: number }>;
  host?: string;
  /** Where the providers keep their books; without it they forget all when they stop. */
  dataDir?: string;
  settings?: Partial<Settings>;
  keys?: Partial<Keys>;
  clock?: Clock;
  log: Log;
}>;

export type Sandbox = Readonly<{
  urls: Readonly<{ http: string; smtp: string; cardproc: string; walletco: string }>;
  /** May be changed at any time: later calls see it. */
  settings: Settings;
  keys: Keys;
  /** Cuts all connections and timers; the books are complete already. */
  close(): Promise<void>;
}>;

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_HTTP_PORT = 4900;
const DEFAULT_SMTP_PORT = 4925;

/** Longer than any client keeps an idle connection: the server never closes one that is being used. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Opens the outside world: both providers, the inboxes and the webhook receiver.
 * @throws Error where a port is taken or the books cannot be read
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = DEFAULT_HOST, ports = {}, dataDir, log } = options;
  const settings: Settings = { ...defaultSettings, ...options.settings };
  const keys: Keys = { ...defaultKeys, ...options.keys };
  const timers = openTimers();
  const clock = options.clock ?? systemClock;
  const world: World = { settings, keys, timers, clock, log, faults: createFaults(), newId };
  const fileOf = (name: string): string | undefined =>
    dataDir === undefined ? undefined : join(dataDir, `${name}.jsonl`);

  const closing: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    timers.close();
    for (const closeOne of closing.splice(0).reverse()) await closeOne();
  };
  try {
    const cardproc = await openCardproc(world, fileOf('cardproc'));
    closing.push(cardproc.close);
    const walletco = await openWalletco(world, fileOf('walletco'));
    closing.push(walletco.close);
    const inbox = createInbox();
    const mailAt = { host, port: ports.smtp ?? DEFAULT_SMTP_PORT };
    const mail = await openMailServer(world, inbox, mailAt);
    closing.push(mail.close);
    const server = createServer(createApp(world, { cardproc, walletco, inbox }));
    const port = await listen(server, ports.http ?? DEFAULT_HTTP_PORT, host);
    closing.push(() => closeServer(server));
    const http = `http://${host}:${String(port)}`;
    const smtp = `smtp://${host}:${String(mail.port)}`;
    const urls = { http, smtp, cardproc: `${http}/cardproc`, walletco: `${http}/walletco` };
    return { urls, settings, keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
