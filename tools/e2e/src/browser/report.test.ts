import { isEnough, replaceTable, type Row, tableOf } from './report.ts';

const row = (attributed: number, isAllowed = true): Row => ({
  name: 'cookie cleared',
  story: 'after the cart',
  isAllowed,
  orders: 100,
  attributed,
});

describe('the table of the conditions', () => {
  it('is enough from 97 % on, and with nobody credited whose visitor refused', () => {
    expect([isEnough([row(97)]), isEnough([row(96)])]).toEqual([true, false]);
    expect([isEnough([row(100), row(0, false)]), isEnough([row(100), row(1, false)])]).toEqual([
      true,
      false,
    ]);
  });

  it('replaces the earlier one in the document, and counts what is allowed', () => {
    const table = tableOf([row(98), row(0, false)], 'Chromium 156');
    expect(table).toContain('| cookie cleared | after the cart | 100 | 0 | not allowed |');
    expect(table).toContain('| **where the law allows** | | 100 | 98 | **98.0 %** |');
    const document = 'a\n<!-- conditions -->\nold\n<!-- end of conditions -->\nb\n';
    const replaced = replaceTable(document, table);
    expect(replaced).not.toContain('old');
    expect(replaceTable(replaced, table)).toBe(replaced);
    expect(() => replaceTable('a', table)).toThrow('is missing');
  });
});
