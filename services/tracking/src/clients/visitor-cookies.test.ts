import { randomUUIDv7 } from 'node:crypto';
import { visitorCookie } from '../domain/visit.ts';
import { openVisitorCookies } from './visitor-cookies.ts';

const open = (current: string, previous?: string) =>
  openVisitorCookies({ current, previous }, randomUUIDv7);
const headerOf = (value: string): string => visitorCookie(value, true).split(';')[0] ?? '';

describe('the visitor cookie', () => {
  it('identifies the visitor to whom it was issued', () => {
    const cookies = open('key');
    const first = cookies.identify(undefined);
    expect(first.trust).toBe('new');
    const again = cookies.identify(`a=b; ${headerOf(first.cookie)}; c=d`);
    expect(again).toEqual({ ...first, trust: 'signed' });
  });

  it('makes a new visitor of anyone who invents or changes one', () => {
    const cookies = open('key');
    const { cookie, visitorId } = cookies.identify(undefined);
    const [id = '', signature = ''] = cookie.split('.');
    const changed = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}.${signature}`;
    const other = open('other key').identify(undefined).cookie;
    const invented = [
      id,
      `${id}.`,
      `${id}.${'A'.repeat(22)}`,
      changed,
      other,
      `${cookie}A`,
      'ü',
      '',
    ];
    for (const value of invented) {
      const visitor = cookies.identify(`tributary_vid=${value}`);
      expect({ value, trust: visitor.trust }).toEqual({ value, trust: 'unsigned' });
      expect(visitor.visitorId).not.toBe(visitorId);
    }
  });

  it('survives the rotation of the key, and is signed again with the new one', () => {
    const before = open('old').identify(undefined);
    const during = open('new', 'old').identify(headerOf(before.cookie));
    expect(during).toMatchObject({ visitorId: before.visitorId, trust: 'signed' });
    const after = open('new').identify(headerOf(during.cookie));
    expect(after).toMatchObject({ visitorId: before.visitorId, trust: 'signed' });
    expect(open('new').identify(headerOf(before.cookie)).trust).toBe('unsigned');
  });
});
