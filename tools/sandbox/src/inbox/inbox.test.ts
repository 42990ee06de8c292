import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import type { Sandbox } from '../index.ts';
import { call, openTestSandbox } from '../test-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

const inbox = (query: string) => call('GET', `${sandbox.urls.http}/inbox/${query}`);

describe('e-mail', () => {
  const mail = (change: SendMailOptions = {}) =>
    nodemailer.createTransport(sandbox.urls.smtp).sendMail({
      from: 'Tributary <hello@tributary.example>',
      to: 'Ann@Example.com',
      subject: 'Grüße – your payout',
      text: 'Dear Ann, 12.34 € are on the way.',
      html: '<p>Dear Ann<script>alert(1)</script></p>',
      headers: { 'List-Unsubscribe': '<https://tributary.example/unsubscribe>' },
      ...change,
    });

  it('is kept with its parts and headers, found by the envelope’s recipient', async () => {
    await mail();
    await mail({ to: 'bob@example.com', subject: 'other' });
    const { body } = await inbox('email?to=ann@example.com');
    expect(body).toMatchObject({
      total: 1,
      messages: [
        {
          from: 'hello@tributary.example',
          to: ['ann@example.com'],
          subject: 'Grüße – your payout',
          text: expect.stringContaining('12.34 € are on the way'),
          html: expect.stringContaining('<p>Dear Ann'),
          headers: { 'list-unsubscribe': '<https://tributary.example/unsubscribe>' },
        },
      ],
    });
    const all = await inbox('email?limit=1');
    expect(all.body).toMatchObject({ total: 2, messages: [{ subject: 'other' }] });
    expect((await inbox('email?from=x')).status).toBe(400);
  });

  it('takes any sign-in, and reaches people in blind copy', async () => {
    const withPassword = sandbox.urls.smtp.replace('smtp://', 'smtp://user:password@');
    const transport = nodemailer.createTransport(withPassword);
    await transport.sendMail({ from: 'a@example.com', bcc: 'eve@example.com', text: 'hi' });
    expect((await inbox('email?to=eve@example.com')).body.total).toBe(1);
  });

  it('is refused for bounce@ for good, for busy@ for now, and by a fault for now', async () => {
    await expect(mail({ to: 'bounce@example.com' })).rejects.toMatchObject({ responseCode: 550 });
    await expect(mail({ to: 'busy@example.com' })).rejects.toMatchObject({ responseCode: 451 });
    const fault = { target: 'smtp', mode: 'error_before' };
    await call('POST', `${sandbox.urls.http}/faults`, fault);
    await expect(mail()).rejects.toMatchObject({ responseCode: 451 });
    expect((await inbox('email')).body.total).toBe(0);
    await mail();
    expect((await inbox('email')).body.total).toBe(1);
  });

  it('of more than 5 MB is refused', async () => {
    await expect(mail({ text: 'x'.repeat(6_000_000) })).rejects.toMatchObject({
      responseCode: 552,
    });
  });
});

describe('SMS', () => {
  const authorization = 'Bearer sandbox-sms-key';
  const sms = (body: unknown, headers: Readonly<Record<string, string>> = { authorization }) =>
    call('POST', `${sandbox.urls.http}/sms/v1/messages`, body, headers);

  it('is taken and found by its number', async () => {
    const sent = await sms({ to: '+491701234567', text: 'Your code is 123456' });
    expect(sent).toMatchObject({ status: 201, body: { status: 'queued', to: '+491701234567' } });
    const found = await inbox('sms?to=%2B491701234567');
    expect(found.body.messages).toMatchObject([{ id: sent.body.id, text: 'Your code is 123456' }]);
    expect((await inbox('sms?to=%2B1')).body.messages).toEqual([]);
  });

  it('is refused without key, to no number, and to the number that does not exist', async () => {
    const text = 'hi';
    expect((await sms({ to: '+491701234567', text }, {})).status).toBe(401);
    expect((await sms({ to: '0170', text })).status).toBe(400);
    const refused = await sms({ to: '+15005550001', text });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_number' } } });
  });
});

describe('push', () => {
  it('keeps headers and the encrypted body, and reports a subscription that is gone', async () => {
    const push = (id: string) =>
      fetch(`${sandbox.urls.http}/push/${id}`, {
        method: 'POST',
        headers: { ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' },
        body: Buffer.from([0, 255, 1]),
      });
    const taken = await push('phone-1');
    expect(taken.status).toBe(201);
    expect(taken.headers.get('location')).toMatch(/^\/push\/phone-1\//);
    expect((await inbox('push?id=phone-1')).body.messages).toMatchObject([
      {
        subscription: 'phone-1',
        headers: { ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' },
        body_base64: 'AP8B',
      },
    ]);
    expect((await push('gone-2')).status).toBe(410);
  });
});

describe('the page', () => {
  it('shows all three as text only, and what is deleted is gone', async () => {
    const transport = nodemailer.createTransport(sandbox.urls.smtp);
    const subject = '<img src=x onerror=alert(1)>';
    const html = '<b>bold</b>';
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject, html });
    const page = await call('GET', `${sandbox.urls.http}/inbox`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('&lt;img src=x');
    expect(page.text).not.toContain('<img');
    const path = /href="(\/inbox\/email\/[^"]+\/html)"/.exec(page.text)![1]!;
    const shown = await call('GET', `${sandbox.urls.http}${path}`);
    expect(shown.text).toContain('<b>bold</b>');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect((await call('DELETE', `${sandbox.urls.http}/inbox`)).status).toBe(204);
    expect((await call('GET', `${sandbox.urls.http}${path}`)).status).toBe(404);
    expect((await inbox('email')).body).toEqual({ messages: [], total: 0 });
  });
});
