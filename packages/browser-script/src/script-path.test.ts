import { pathBeside, platformPathOf, scriptPath } from './script-path.ts';

const OWN = '/assets/shop.js';

describe("the operator's path of the script", () => {
  it('leads to the script, its versions, its calls and its test mode, and to nothing else', () => {
    const paths = ['shop.js', '1.0.0.js', 'v', 'o', 'k', 'test.js', 'main.js', 'pixel.gif', 'v/w'];
    expect(paths.map((name) => platformPathOf(`/assets/${name}`, OWN))).toEqual([
      '/t/main.js',
      '/t/1.0.0.js',
      '/t/v',
      '/t/o',
      '/t/k',
      '/t/test.js',
      '/assets/main.js',
      '/assets/pixel.gif',
      '/assets/v/w',
    ]);
    expect(platformPathOf('/api/track/conversion', OWN)).toBe('/api/track/conversion');
    expect(platformPathOf('/t/main.js', OWN)).toBe('/t/main.js');
  });

  it('has the versions beside it', () => {
    expect(pathBeside(OWN, '1.0.0.js')).toBe('/assets/1.0.0.js');
  });

  it('is a file in a folder, and no path of the API', () => {
    const accepted = ['/t/main.js', OWN, '/a/b/c-d.js'];
    const refused = ['shop.js', '/shop.js', '/api/shop.js', '/assets/shop', '/assets/../x.js', ''];
    expect(accepted.filter((path) => scriptPath.safeParse(path).success)).toEqual(accepted);
    expect(refused.filter((path) => scriptPath.safeParse(path).success)).toEqual([]);
    expect(scriptPath.parse(undefined)).toBe('/t/main.js');
  });
});
