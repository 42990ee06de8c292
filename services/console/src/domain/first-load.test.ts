import { firstLoad, pagesOf } from './first-load.ts';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'src/shell/shell.tsx': { file: 'shell.js', imports: ['_shared.js'] },
  'src/pages/brand/campaigns.tsx': { file: 'campaigns.js', imports: ['index.html', '_own.js'] },
  'src/pages/auth/sign-in.tsx': { file: 'sign-in.js' },
  'src/pages/brand/coupon-form.tsx': { file: 'coupon-form.js' },
  '_own.js': { file: 'own.js', imports: ['_shared.js'] },
};

it('counts each script once that a visit loads at once', () => {
  const sources = ['index.html', 'src/pages/brand/campaigns.tsx'];
  expect(firstLoad(manifest, sources, () => 10)).toBe(40);
});

it('loads the shell with the pages of those who are signed in, and counts no form as a page', () => {
  expect(Object.fromEntries(pagesOf(manifest))).toEqual({
    'brand/campaigns': ['index.html', 'src/shell/shell.tsx', 'src/pages/brand/campaigns.tsx'],
    'auth/sign-in': ['index.html', 'src/pages/auth/sign-in.tsx'],
  });
});
