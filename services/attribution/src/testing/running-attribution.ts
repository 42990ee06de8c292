import { type AssessmentSnapshot, type ConversionSnapshot } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { startService } from '@tributary/service';
import { openEventProbe, testEnv } from '@tributary/testing';
import { app } from '../app.ts';
import { readAttributionConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';

/** The service on real engines, with a client of its rpc and a probe on the bus. */
export async function openRunningAttribution(settings: Record<string, string> = {}) {
  const env = testEnv({ ATTRIBUTION_SETTLE_MS: '300', ...settings });
  const probe = await openEventProbe(env);
  const opened: Deps[] = [];
  const definition = {
    openDeps: async (...given: Parameters<typeof openDeps>) => {
      const deps = await openDeps(...given);
      opened.push(deps);
      return deps;
    },
    app,
  };
  const service = await startService(definition, readAttributionConfig(env));
  const [deps] = opened;
  if (deps === undefined) throw new Error('The service did not open its deps');
  const client = openGrpcClient(
    'tributary.attribution.v1.Attribution',
    `127.0.0.1:${service.grpcPort}`,
  );
  const assess = async (
    conversions: readonly ConversionSnapshot[],
  ): Promise<AssessmentSnapshot[]> => {
    const texts = conversions.map((conversion) => JSON.stringify(conversion));
    const { assessments } = await client.call(
      'Assess',
      { conversions: texts },
      { deadlineMs: 20_000, idempotent: true },
    );
    return assessments.map((text) => JSON.parse(text) as AssessmentSnapshot);
  };
  return {
    service,
    probe,
    deps,
    client,
    assess,
    close: async () => {
      client.close();
      await service.close();
      await probe.close();
    },
  };
}

export type RunningAttribution = Awaited<ReturnType<typeof openRunningAttribution>>;
