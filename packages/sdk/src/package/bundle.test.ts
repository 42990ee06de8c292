import { bundleSdk } from './bundle.ts';

it('the SDK is one file without dependencies', async () => {
  const { text, made } = await bundleSdk();
  expect(Object.keys(made.inputs).filter((path) => path.includes('node_modules'))).toEqual([]);
  expect(text).not.toMatch(/\brequire\(|from ?["']node:/);
});
