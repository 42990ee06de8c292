import { withoutUndefined } from './filter.ts';

it('leaves out what was not given, and nothing else', () => {
  const given = { status: undefined, company: null, active: false, count: 0, name: '' };
  expect(Object.entries(withoutUndefined(given))).toEqual([
    ['company', null],
    ['active', false],
    ['count', 0],
    ['name', ''],
  ]);
});
