import { withTimeout } from './with-timeout.ts';

describe('withTimeout', () => {
  it('passes on the result or the error of work that ends in time', async () => {
    await expect(withTimeout(10, Promise.resolve(1), () => 2)).resolves.toBe(1);
    await expect(withTimeout(10, Promise.reject(new Error('no')), () => 2)).rejects.toThrow('no');
  });

  it('resolves to the fallback where the work takes too long', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(withTimeout(1, never, () => 'late')).resolves.toBe('late');
  });
});
