import { readSearch } from './search.ts';

it('keeps the filters that exist and have a value', () => {
  expect(readSearch({ status: 'pending', days: 90, q: '', other: 'x', review: true })).toEqual({
    status: 'pending',
    days: 90,
    review: true,
  });
  expect(readSearch({ days: 11, review: 'yes' })).toEqual({});
});
