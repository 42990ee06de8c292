import { openLog, redactText } from './log.ts';

describe('a log line', () => {
  const lineOf = (fields: object, message = 'text'): Record<string, unknown> => {
    const lines: string[] = [];
    openLog('test', 'info', { write: (line) => void lines.push(line) }).info(fields, message);
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  };

  it('contains no secret, at any depth, also in lists', () => {
    const line = lineOf({
      token: 't-1',
      body: {
        email: 'ann@example.com',
        kept: 1,
        inner: { password: 'p', also: [{ secret: 's' }] },
      },
      names: ['ann', 'bob'],
      nothing: null,
    });
    expect(line).toMatchObject({
      token: '[redacted]',
      body: {
        email: '[redacted]',
        kept: 1,
        inner: { password: '[redacted]', also: [{ secret: '[redacted]' }] },
      },
      names: ['ann', 'bob'],
      nothing: null,
      msg: 'text',
      service: 'test',
    });
  });

  it('leaves the logged object unchanged', () => {
    const fields = { inner: { token: 't' } };
    lineOf(fields);
    expect(fields).toEqual({ inner: { token: 't' } });
  });

  it('shows errors without the addresses and tokens in their messages', () => {
    const error = Object.assign(new Error('no such user ann@example.com'), { code: 'gone' });
    const { err } = lineOf({ err: error });
    expect(err).toMatchObject({ message: 'no such user [address]', code: 'gone' });
    expect(JSON.stringify(err)).not.toContain('ann@');
  });

  it('shows addresses without the tokens of invitations and mailed links', () => {
    const invitation = `0196c0de-0000-7000-8000-000000000001.1780000000.${'a1'.repeat(32)}`;
    expect(redactText(`/invitations/${invitation}`)).toBe('/invitations/[token]');
    expect(redactText('/account/verify-email?token=tra_secret-text&x=1')).toBe(
      '/account/verify-email?token=[token]&x=1',
    );
    expect(redactText('used trr_secret-text-1')).toBe('used [token]');
    expect(redactText('/api/campaigns/0196c0de-0000-7000-8000-000000000001')).toContain('0196c0de');
  });

  it('shows the URL of an engine without user and password', () => {
    const url = 'mongodb://tributary-payout:pass%40word@a.example:1,b:1/?tls=true';
    expect(redactText(`at ${url}`)).toBe('at mongodb://[credentials]@a.example:1,b:1/?tls=true');
    expect(redactText('rediss://:secret@a:1')).toBe('rediss://[credentials]@a:1');
    expect(redactText('http://a:1/x and b@c')).toBe('http://a:1/x and b@c');
  });

  it('accepts dates and circular objects', () => {
    const loop: Record<string, unknown> = { at: new Date(0) };
    loop['self'] = loop;
    expect(lineOf({ at: new Date(0), loop })).toMatchObject({ at: '1970-01-01T00:00:00.000Z' });
  });
});
