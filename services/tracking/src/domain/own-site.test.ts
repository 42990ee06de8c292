import { isOwnSite } from './own-site.ts';

describe('isOwnSite', () => {
  it.each([
    ['https://shop.example', true],
    ['https://www.shop.example', true],
    ['https://checkout.shop.example:8443', true],
    ['http://shop.example', true],
    ['https://other-shop.example', false],
    ['https://shop.example.evil.example', false],
    ['null', false],
    [undefined, false],
  ])('%s belongs to the site of www.shop.example: %s', (origin, expected) => {
    expect(isOwnSite('https://www.shop.example/sale?x=1', origin)).toBe(expected);
  });
});
