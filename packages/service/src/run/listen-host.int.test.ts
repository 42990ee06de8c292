import { once } from 'node:events';
import { connect } from 'node:net';
import { rpc } from '@tributary/grpc';
import { openTestIdentity, testEnv } from '@tributary/testing';
import { defineSettings, readConfig } from '../config.ts';
import { startService } from './run-service.ts';
import { type Platform } from './platform.ts';

/** Another address of this machine: a port of all addresses accepts connections to it. */
const OTHER_ADDRESS = '127.0.0.2';

/** As in a container that is published on loopback. */
const ANYWHERE = { LISTEN_HOST: '0.0.0.0', GATEWAY_ADDRESS: '127.0.0.1' };

const openDeps = (_config: unknown, platform: Platform) =>
  Promise.resolve({ ...platform, close: () => Promise.resolve() });

const app = () => ({
  rpcs: [
    rpc('tributary.attribution.v1.Attribution', 'Assess', () =>
      Promise.resolve({ assessments: [] }),
    ),
  ],
});

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

const portOfUrl = (url: string): number => Number(new URL(url).port);

async function openPorts(host: string, settings: Record<string, string>): Promise<boolean[]> {
  const identity = await openTestIdentity();
  const env = testEnv({ identityUrl: identity.url, ...settings });
  const service = await startService(
    { openDeps, app },
    readConfig(defineSettings('attribution', {}), env),
  );
  const ports = [portOfUrl(service.url), service.grpcPort, portOfUrl(service.opsUrl)];
  const accepted = await Promise.all(ports.map((port) => accepts(host, port)));
  await service.close();
  await identity.close();
  return accepted;
}

describe('the ports for HTTP, gRPC and operations', () => {
  it('are open on the loopback address alone, unless LISTEN_HOST names another', async () => {
    expect(await openPorts('127.0.0.1', {})).toEqual([true, true, true]);
    expect(await openPorts(OTHER_ADDRESS, {})).toEqual([false, false, false]);
    expect(await openPorts(OTHER_ADDRESS, ANYWHERE)).toEqual([true, true, true]);
  });

  it('need an address, not a name', () => {
    const env = testEnv({ LISTEN_HOST: 'localhost' });
    expect(() => readConfig(defineSettings('attribution', {}), env)).toThrow('LISTEN_HOST');
  });
});
