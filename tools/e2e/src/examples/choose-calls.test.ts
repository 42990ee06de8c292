import { chooseCalls, type Documented } from './choose-calls.ts';

const operation = (operationId: string, path: string, method = 'get'): Documented => ({
  operationId,
  method,
  path,
  accepts: () => true,
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
    expect(chooseCalls(calls, operations, unchanged)).toEqual({
      listAccounts: { status: 200, response: ['all'] },
      getPayout: { status: 200, response: { id: '1' } },
    });
  });

  it('are the fullest that people still read, of the documented shape', () => {
    const few = seen('/api/links', { links: [{ code: 'a' }] });
    const none = seen('/api/links', { links: [] });
    const many = seen('/api/links', { links: Array.from({ length: 500 }, () => ({ code: 'a' })) });
    const links = operation('listLinks', '/api/links');
    expect(chooseCalls([none, few, many], [links], unchanged)).toEqual({
      listLinks: { status: 200, response: few.response },
    });
    expect(chooseCalls([few], [{ ...links, accepts: () => false }], unchanged)).toEqual({});
  });

  it('show neither secrets nor the address of the machine', () => {
    const call = seen('/api/auth/me', {
      access_token: 'eyJreal',
      url: 'http://127.0.0.1:19080/r/abc',
    });
    const chosen = chooseCalls([call], [operation('getMe', '/api/auth/me')], () => 'eyJsample');
    expect(chosen['getMe']?.response).toEqual({
      access_token: 'eyJsample',
      url: 'https://tributary.example.com/r/abc',
    });
  });
});
