import { generateApiDocument, RECORDED_CALLS } from './api-document.ts';
import { generateBrowserScript, SCRIPT_VERSIONS } from './browser-script.ts';
import { CONSOLE_FORMS, generateConsoleForms } from './console-forms.ts';
import { CONSOLE_CATALOGUES, generateConsoleTexts } from './console-texts.ts';
import { generateEndpoints } from './endpoints.ts';
import { generateEngineRights } from './engine-rights.ts';
import { generateEventDocuments } from './events.ts';
import { generateGrpc } from './grpc.ts';
import { generateMetrics } from './metrics.ts';
import { generateNetworkPolicies } from './network-policies.ts';
import { generateObserve, OBSERVE_FOLDERS, SCRAPE_CONFIG } from './observe.ts';
import { generatePermissions } from './permissions.ts';
import { generatePersonalData } from './personal-data.ts';
import { generateScaledObjects, SCALED_OBJECTS } from './scaled-objects.ts';
import { generateShardKeys } from './shard-keys.ts';
import { generateSdk, SDK_SOURCES, SDK_SURFACE } from './sdk.ts';
import { generateSettings } from './settings.ts';

/** Where generated files live; nothing else does. */
export const generatedPaths = [
  'packages/grpc/src/gen',
  'packages/contracts/snapshots',
  'deploy/engines/kafka-rights.txt',
  'deploy/engines/mongo-rights.txt',
  'deploy/engines/mongo-shard-keys.txt',
  'deploy/engines/redis-rights.txt',
  ...OBSERVE_FOLDERS,
  SCRAPE_CONFIG,
  'docs/alerts.md',
  'docs/metrics.md',
  'docs/events.md',
  'docs/endpoints.md',
  'docs/permissions.md',
  'docs/personal-data.md',
  'docs/settings.md',
  'deploy/base/network.yaml',
  SCALED_OBJECTS,
  RECORDED_CALLS,
  SCRIPT_VERSIONS,
  SDK_SOURCES,
  SDK_SURFACE,
  CONSOLE_CATALOGUES,
  CONSOLE_FORMS,
];

/** Writes everything that is generated and committed. */
export async function generateAll(): Promise<void> {
  await generateBrowserScript();
  await generateGrpc();
  await generateEventDocuments();
  await generateEndpoints();
  await generatePermissions();
  await generatePersonalData();
  await generateSettings();
  await generateMetrics();
  await generateObserve();
  await generateEngineRights();
  await generateShardKeys();
  await generateNetworkPolicies();
  await generateScaledObjects();
  await generateConsoleTexts();
  const document = await generateApiDocument();
  await generateSdk(document);
  await generateConsoleForms(document);
}
