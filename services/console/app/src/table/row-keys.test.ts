import { moveFocus } from './row-keys.ts';

it.each([
  ['j', 0, 1],
  ['ArrowDown', 9, 9],
  ['k', 0, 0],
  ['End', 2, 9],
  ['PageDown', 2, 9],
  ['PageUp', 5, 0],
  ['a', 5, undefined],
])('%s moves from row %i to %s of ten', (key, at, expected) => {
  expect(moveFocus(key, at, 10)).toBe(expected);
});
