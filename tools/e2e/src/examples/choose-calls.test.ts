import { chooseCalls, type Documented } from './choose-calls.ts';

const operation = (operationId: string, path: string, method = 'get'): Documented => ({
  operationId,
  method,
  path,
  problems: () => [],
});
const seen = (path: string, response: unknown) => ({ method: 'get', path, status: 200, response });
const unchanged = (_field: string, value: unknown): unknown => value;

describe('the calls that become examples', () => {
  it('are matched to the operation with the most exact path', () => {
    const operations = [
      operation('getPayout', '/api/payouts/{payout_id}'),
      operation('listAccounts', '/api/payouts/accounts'),
    ];
    const calls = [seen('/api/payouts/accounts', ['all']), seen('/api/payouts/1', { id: '1' })];
    expect(chooseCalls(calls, operations, unchanged).calls).toEqual({
      listAccounts: { status: 200, response: ['all'] },
      getPayout: { status: 200, response: { id: '1' } },
    });
  });

  it('are the fullest that people still read, of the documented shape', () => {
    const few = seen('/api/links', { links: [{ code: 'a' }] });
    const none = seen('/api/links', { links: [] });
    const many = seen('/api/links', {
      links: Array.from({ length: 40 }, () => ({ code: 'a'.repeat(100) })),
    });
    const links = operation('listLinks', '/api/links');
    expect(chooseCalls([none, few, many], [links], unchanged)).toEqual({
      calls: { listLinks: { status: 200, response: few.response } },
      refused: {},
    });
    const strict = { ...links, problems: () => ['response: the example’s value must be text'] };
    expect(chooseCalls([few], [strict], unchanged)).toEqual({
      calls: {},
      refused: { listLinks: 'response: the example’s value must be text' },
    });
  });

  it('show the beginning of a list that nobody reads to its end', () => {
    const types = seen('/api/types', { types: Array.from({ length: 62 }, (_, index) => index) });
    const { calls } = chooseCalls([types], [operation('listTypes', '/api/types')], unchanged);
    expect(calls['listTypes']?.response).toEqual({ types: [0, 1, 2] });
  });

  it('show neither secrets nor the address of the machine', () => {
    const call = seen('/api/auth/me', {
      access_token: 'eyJreal',
      url: 'http://127.0.0.1:19080/r/abc',
      download_url: 'http://localhost:8080/file?token=1.abc&page=2',
      message: 'Mailed to ann@shop.test, with whsec_MDEyMzQ1Njc4OWFiY2RlZg==',
    });
    const { calls } = chooseCalls([call], [operation('getMe', '/api/auth/me')], () => 'eyJsample');
    expect(calls['getMe']?.response).toEqual({
      access_token: 'eyJsample',
      url: 'https://tributary.example.com/r/abc',
      download_url: 'https://tributary.example.com/file?token=…&page=2',
      message: 'Mailed to ann@example.com, with whsec_…',
    });
  });
});
