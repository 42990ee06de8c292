import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storingServices } from '@tributary/catalog';
import { parse, parseAllDocuments } from 'yaml';
import { SCALED_OBJECTS, scaledObjectsOf } from './scaled-objects.ts';

const root = join(import.meta.dirname, '../../..');
const deploy = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Scaled {
  readonly spec: {
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly triggers: readonly { readonly type: string; readonly name?: string }[];
  };
}

describe('what KEDA scales', () => {
  it('has no more replicas than the topics that the worker reads have partitions', () => {
    const read = (topic: string) => [{ group: 'tracking', topics: [topic] }];
    const clicks = scaledObjectsOf('tracking', read('tracking.clicks'))[1] as Scaled;
    expect(clicks.spec.maxReplicaCount).toBe(24);
    const others = scaledObjectsOf('payout', read('payout.payouts'))[1] as Scaled;
    expect(others.spec.maxReplicaCount).toBe(12);
  });

  it('goes by the lag of every group of a worker, and by CPU time where no lag can be read', () => {
    const groups = [
      { group: 'tracking', topics: ['payout.payouts'] },
      { group: 'tracking.bulk', topics: ['tracking.clicks'] },
    ];
    const { spec } = scaledObjectsOf('tracking', groups)[1] as Scaled;
    expect(spec.triggers).toMatchObject([
      { type: 'kafka', name: 'tracking', metadata: { consumerGroup: 'tracking' } },
      { type: 'kafka', name: 'tracking-bulk', metadata: { consumerGroup: 'tracking.bulk' } },
      { type: 'cpu' },
    ]);
  });

  it('are all workers, whose own autoscalers the component removes', () => {
    const documents = parseAllDocuments(deploy(SCALED_OBJECTS)).map(
      (one) =>
        one.toJS() as {
          kind: string;
          metadata: { name: string };
        },
    );
    const scaled = documents.filter(({ kind }) => kind === 'ScaledObject');
    const workers = storingServices.map((service) => `${service}-worker`);
    expect(scaled.map(({ metadata }) => metadata.name)).toEqual(workers);
    const component = parse(deploy('deploy/components/keda/kustomization.yaml')) as {
      patches: readonly { target: object }[];
    };
    expect(component.patches[0]?.target).toEqual({
      kind: 'HorizontalPodAutoscaler',
      name: '.*-worker',
    });
  });
});
