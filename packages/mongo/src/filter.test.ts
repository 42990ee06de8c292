import { containsText, withoutUndefined } from './filter.ts';

it('leaves out what was not given, and nothing else', () => {
  const given = { status: undefined, company: null, active: false, count: 0, name: '' };
  expect(Object.entries(withoutUndefined(given))).toEqual([
    ['company', null],
    ['active', false],
    ['count', 0],
    ['name', ''],
  ]);
});

it('finds a text anywhere and in any case, without special characters', () => {
  const { $regex, $options } = containsText('a.b(');
  const matches = (value: string) => new RegExp($regex, $options).test(value);
  expect(['xA.B(y', 'aXb('].map(matches)).toEqual([true, false]);
});
