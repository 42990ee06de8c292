import { fieldsOf, membersOf } from './sdk-members.ts';
import { sdkNameOf } from './sdk-names.ts';
import { sdkOperations } from './sdk-operations.ts';
import { lostLines } from './sdk-source.ts';

describe('the name of an operation in the SDK', () => {
  it.each([
    ['createLink', 'links.create'],
    ['listCampaigns', 'campaigns.list'],
    ['trackConversion', 'conversions.track'],
    ['bulkReviewConversions', 'conversions.bulkReview'],
    ['markAllNotificationsRead', 'notifications.markAllRead'],
    ['listPayoutBatches', 'payoutBatches.list'],
    ['getLinkPerformance', 'links.getPerformance'],
    ['logIn', 'auth.logIn'],
    ['listVouchers', 'vouchers.list'],
    ['getQuality', 'qualities.get'],
  ])('of %s is %s: the noun, and what remains of the name', (operationId, expected) => {
    const { group, method } = sdkNameOf(operationId);
    expect(`${group}.${method}`).toBe(expected);
  });

  it('is missing where the operation names no noun', () => {
    expect(() => sdkNameOf('refresh')).toThrow('refresh names no noun');
  });

  it('is of one operation only', () => {
    const operation = (operationId: string) => ({ operationId, summary: '', responses: {} });
    const paths = { '/a': { get: operation('getLink') }, '/b': { get: operation('getLinks') } };
    expect(() => sdkOperations({ paths })).toThrow('getLink and getLinks are both links.get');
  });
});

it('a surface loses what it no longer has, and nothing by growing', () => {
  expect(lostLines('a\nb\n', 'a\nc\nb\n')).toEqual([]);
  expect(lostLines('a\nb\n', 'a\nb2\n')).toEqual(['b']);
});

it('a surface lists members and fields, so that a lost or newly required one is a break', () => {
  const source =
    'export interface Options {\n  readonly url: string;\n  /** Later. */\n  readonly timeoutMs?: number;\n}\n';
  expect(membersOf(source)).toEqual(['member Options.url', 'member Options.timeoutMs?']);
  const schemas =
    '        Link: {\n            id: string;\n            data: {\n                inner: string;\n            };\n            note?: string;\n        };\n';
  expect(fieldsOf(schemas)).toEqual(['field Link.id', 'field Link.data', 'field Link.note?']);
});
