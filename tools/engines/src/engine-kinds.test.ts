import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EngineKind,
  type EngineKinds,
  forgetKinds,
  rememberedKinds,
  rememberKinds,
  requireSameKinds,
} from './engine-kinds.ts';

const all = (kind: EngineKind): EngineKinds => ({ MongoDB: kind, Kafka: kind, Redis: kind });
const variables = (isSet: boolean) => ({
  MongoDB: { name: 'MONGO_URL', isSet },
  Kafka: { name: 'KAFKA_BROKERS', isSet },
  Redis: { name: 'REDIS_URL', isSet },
});

describe('the kinds of engines', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kinds-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  it('are remembered beside the data until it is removed', () => {
    expect(rememberedKinds(directory)).toBeUndefined();
    rememberKinds(directory, all('docker'));
    expect(rememberedKinds(directory)).toEqual(all('docker'));
    forgetKinds(directory);
    expect(rememberedKinds(directory)).toBeUndefined();
  });

  it('are native where a version that remembered nothing stored data', () => {
    mkdirSync(join(directory, 'data'));
    expect(rememberedKinds(directory)).toEqual(all('native'));
  });

  it('are chosen freely where there is no data', () => {
    expect(requireSameKinds(undefined, variables(true), 'auto')).toBe('auto');
  });

  it.each(['docker', 'native'] as const)('stay %s, whether Docker answers or not', (kind) => {
    expect(requireSameKinds(all(kind), variables(false), 'auto')).toBe(kind);
    expect(requireSameKinds(all(kind), variables(false), kind)).toBe(kind);
  });

  const fresh = 'or begin without the data: npm start -- --fresh';
  it.each([
    [
      'docker',
      false,
      'native',
      `in Docker (MongoDB). Remedy: to go on with it, unset TRIBUTARY_ENGINES; ${fresh}`,
    ],
    [
      'native',
      false,
      'docker',
      `in native engines (MongoDB). Remedy: to go on with it, unset TRIBUTARY_ENGINES; ${fresh}`,
    ],
    [
      'native',
      true,
      'auto',
      `in native engines (MongoDB). Remedy: to go on with it, unset MONGO_URL; ${fresh}`,
    ],
    [
      'urls',
      false,
      'auto',
      `in the server that MONGO_URL named (MongoDB). Remedy: to go on with it, set MONGO_URL as before; ${fresh}`,
    ],
  ] as const)('refuse a change from %s with both ways out', (kind, isSet, choice, message) => {
    expect(() => requireSameKinds(all(kind), variables(isSet), choice)).toThrow(message);
  });
});
