import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { World } from '../world.ts';
import type { EmailMessage, Inbox } from './inbox.ts';

export type MailServer = Readonly<{ port: number; close(): Promise<void> }>;

const MAX_MESSAGE_BYTES = 5_000_000;
const MAX_PART_LENGTH = 256_000;
const MAX_CLIENTS = 100;

/** How recipients whose names have a meaning are refused: for good, or for now. */
const REFUSED_RECIPIENTS: Readonly<Partial<Record<string, readonly [number, string]>>> = {
  bounce: [550, 'No such mailbox'],
  busy: [451, 'Mailbox is busy, try again later'],
};

/** An SMTP server without TLS or passwords that puts all it gets into the inbox. */
export async function openMailServer(
  world: World,
  inbox: Inbox,
  at: Readonly<{ host: string; port: number }>,
): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    maxClients: MAX_CLIENTS,
    onAuth: (auth, _session, done) => {
      done(null, { user: auth.username ?? 'anybody' });
    },
    onRcptTo: ({ address }, _session, done) => {
      done(refusalOf(address));
    },
    onData: (stream, session, done) => {
      receive(world, inbox, stream, session).then(
        () => {
          done(null);
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  });
  server.on('error', (error: unknown) => {
    world.log.warn({ err: error }, 'an SMTP connection failed');
  });
  await listen(server, at);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function listen(
  server: SMTPServer,
  { host, port }: Readonly<{ host: string; port: number }>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function receive(
  world: World,
  inbox: Inbox,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw smtpError(552, 'The message is too large');
  if (world.faults.next('smtp')) throw smtpError(451, 'A fault that was switched on');
  inbox.email.add(await readMessage(world, Buffer.concat(chunks), session));
}

async function readMessage(
  world: World,
  raw: Buffer,
  { envelope }: SMTPServerSession,
): Promise<EmailMessage> {
  const email = await PostalMime.parse(raw);
  return {
    id: world.newId('email'),
    received_at: world.clock.now().toISOString(),
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
    subject: (email.subject ?? '').slice(0, 1000),
    text: (email.text ?? '').slice(0, MAX_PART_LENGTH),
    html: email.html?.slice(0, MAX_PART_LENGTH) ?? null,
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    size: raw.length,
  };
}

function refusalOf(address: string): Error | null {
  const name = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const refusal = Object.hasOwn(REFUSED_RECIPIENTS, name) ? REFUSED_RECIPIENTS[name] : undefined;
  return refusal ? smtpError(...refusal) : null;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
