import { deviceOf } from './device.ts';

describe('deviceOf', () => {
  it('names browser and system, without versions, which change each month', () => {
    const chrome = (version: string) =>
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
    expect(deviceOf(chrome('140.0.0.0'))).toBe('Chrome on Windows');
    expect(deviceOf(chrome('141.0.0.0'))).toBe('Chrome on Windows');
  });

  it('names other programs, and bounds what they send', () => {
    expect(deviceOf('shop-connector/2.1 (x)')).toBe('shop-connector');
    expect(deviceOf(undefined)).toBe('Unknown device');
    expect(deviceOf('x'.repeat(5_000))).toHaveLength(60);
  });
});
