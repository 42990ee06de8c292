import { firstLoad } from './first-load.ts';

const sources: Readonly<Record<string, string>> = {
  'assets/index-1.js': 'import{a}from"./shared-1.js";import("./page-1.js")',
  'assets/shared-1.js': 'export const a=1',
  'assets/page-1.js': 'import{a}from"./shared-1.js";import"./own-1.js";import("./late-1.js")',
  'assets/own-1.js': '',
  'assets/late-1.js': '',
};

it('counts each script once that a visit loads at once', () => {
  const scripts = {
    names: Object.keys(sources),
    find: (path: string) => {
      const plain = sources[path];
      return plain === undefined
        ? undefined
        : { plain: Buffer.from(plain), compressed: Buffer.alloc(10) };
    },
  };
  expect(firstLoad(scripts, ['page'])).toBe(40);
});
