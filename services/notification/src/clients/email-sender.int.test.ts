import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { openEmailSender } from './email-sender.ts';

const defaultReplies: Readonly<Record<string, string>> = {
  EHLO: '250-mail.example\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  '.': '250 2.0.0 Ok',
};

/** A mail server with a fixed reply to each command. */
async function openMailServer(replies: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((socket) => {
    let inMessage = false;
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    createInterface(socket).on('line', (line) => {
      if (inMessage && line !== '.') return;
      const command = line.split(' ')[0] ?? '';
      const reply = replies[command] ?? defaultReplies[command] ?? '250 Ok';
      inMessage = reply.startsWith('354');
      socket.write(`${reply}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function sendTo(replies: Readonly<Record<string, string>>) {
  const server = await openMailServer(replies);
  const { port } = server.address() as AddressInfo;
  const sender = openEmailSender({
    url: `smtp://us:secret@127.0.0.1:${String(port)}`,
    from: 'Tributary <no-reply@tributary.example>',
    connections: 1,
  });
  try {
    const body = { subject: 's', text: 't', html: '<p>t</p>' };
    return await sender.send({ ...body, to: 'ann@example.com', messageId: '<1@x.example>' });
  } finally {
    sender.close();
    server.close();
  }
}

describe('an e-mail', () => {
  it('is sent where the server accepts it', async () => {
    expect(await sendTo({})).toEqual({ kind: 'sent' });
  });

  it.each([
    ['our password', { AUTH: '535 5.7.8 Bad credentials' }, 'smtp_535'],
    ['our credentials at RCPT TO', { RCPT: '530 5.7.0 Authentication required' }, 'smtp_530'],
    ['our sender address', { MAIL: '550 5.7.1 Sender not allowed' }, 'smtp_550'],
    ['the message for now', { RCPT: '451 4.7.1 Later' }, 'smtp_451'],
  ])('fails temporarily where the server refuses %s', async (_what, replies, reason) => {
    expect(await sendTo(replies)).toEqual({ kind: 'temporary_failure', reason });
  });

  it.each([
    ['the mailbox does not exist', { RCPT: '550 5.1.1 No such user' }, 'smtp_550', true],
    ['a policy blocks it', { RCPT: '550 5.7.1 Blocked' }, 'smtp_550', false],
    ['the server refuses its content', { '.': '554 5.6.0 Looks like spam' }, 'smtp_554', false],
  ])('fails permanently where %s', async (_why, replies, reason, isHardBounce) => {
    expect(await sendTo(replies)).toEqual({ kind: 'permanent_failure', reason, isHardBounce });
  });
});
