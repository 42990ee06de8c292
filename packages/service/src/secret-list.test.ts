import { keyList, keysOf, secretList } from './secret-list.ts';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

describe('a setting with a list of secrets', () => {
  it('has one secret, or a new one before an old one', () => {
    expect(secretList(4).parse('new-secret')).toEqual(['new-secret']);
    expect(secretList(4).parse('new-secret, old-secret')).toEqual(['new-secret', 'old-secret']);
    expect(keysOf(keyList().parse(`${key(1)},${key(2)}`))).toEqual([
      Buffer.alloc(32, 1),
      Buffer.alloc(32, 2),
    ]);
  });

  it('is refused where it is empty, has more than two, or one of them is wrong', () => {
    for (const text of ['', 'abcd,', 'abcd,abc', 'abcd,abcd,abcd']) {
      expect(secretList(4).safeParse(text).success).toBe(false);
    }
    for (const text of ['', `${key(1)},c2hvcnQ=`, `${key(1)},${key(2)},${key(3)}`]) {
      expect(keyList().safeParse(text).success).toBe(false);
    }
  });
});
