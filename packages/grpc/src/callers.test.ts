import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceId, serviceIds } from '@tributary/catalog';
import { rpcCallers } from '@tributary/service-tokens';
import { calleeOf, definitionOf, serviceNames } from './definitions.ts';

const root = join(import.meta.dirname, '../../..');
const products = serviceNames.filter((name) => name !== 'grpc.health.v1.Health');
const methodsOf = (name: (typeof products)[number]): string[] => Object.keys(definitionOf(name));

/** The source of a service without its tests. */
function sourceOf(service: ServiceId): string {
  const files = globSync('src/**/*.ts', { cwd: join(root, 'services', service) });
  return files
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(root, 'services', service, file), 'utf8'))
    .join('\n');
}

/** The RPCs that a service calls: methods named in a call, of the gRPC services that it opens a client of. */
function calledBy(service: ServiceId): string[] {
  const source = sourceOf(service);
  const called = new Set([...source.matchAll(/\.call\(\s*'(\w+)'/g)].map(([, method]) => method));
  return products
    .filter((name) => new RegExp(`openGrpcClient\\(\\s*'${name}'`).test(source))
    .flatMap((name) =>
      methodsOf(name)
        .filter((method) => called.has(method))
        .map((method) => `${name}/${method}`),
    );
}

describe('the table of who may call which RPC', () => {
  it('has a line for every RPC of protos/, and no other', () => {
    const rpcs = products.flatMap((name) => methodsOf(name).map((method) => `${name}/${method}`));
    expect(Object.keys(rpcCallers).toSorted()).toEqual(rpcs.toSorted());
  });

  it('names exactly the services whose code makes the call', () => {
    const inCode = serviceIds.flatMap((service) =>
      calledBy(service).map((rpc) => `${service} calls ${rpc}`),
    );
    const inTable = Object.entries(rpcCallers).flatMap(([rpc, callers]) =>
      callers.map((caller) => `${caller} calls ${rpc}`),
    );
    expect(inTable.toSorted()).toEqual(inCode.toSorted());
  });

  it('belongs to services of the catalog', () => {
    for (const name of products) expect(serviceIds).toContain(calleeOf(name));
  });
});
