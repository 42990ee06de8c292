import { productionEnv } from '@tributary/testing';
import { readGatewayConfig } from './config.ts';

const production = productionEnv('gateway');

describe('the proxies that the gateway trusts', () => {
  it('are none in development', () => {
    expect(readGatewayConfig({ REDIS_URL: 'redis://127.0.0.1:1' }).TRUSTED_PROXIES).toEqual([]);
  });

  it('are named in production, because all clients would share the address of the ingress', () => {
    expect(() => readGatewayConfig(production)).toThrow('TRUSTED_PROXIES is not set');
    const empty = { ...production, TRUSTED_PROXIES: ' ' };
    expect(() => readGatewayConfig(empty)).toThrow('TRUSTED_PROXIES is not set');
    const named = { ...production, TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1' };
    expect(readGatewayConfig(named).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '192.0.2.1']);
  });

  it('may be none in production where clients connect directly', () => {
    const direct = { ...production, TRUSTED_PROXIES: 'none' };
    expect(readGatewayConfig(direct).TRUSTED_PROXIES).toEqual([]);
  });
});
