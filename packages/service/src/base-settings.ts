import { z } from 'zod';
import { roles } from '@tributary/catalog';
import { partitionShape, SESSION_TIMEOUT_MS } from '@tributary/messaging/access';
import { proofShape } from './auth/proof-settings.ts';
import { engineShape } from './engine-access.ts';
import { innerTlsShape } from './inner-tls.ts';
import { serviceIdentityShape } from './service-identity.ts';
import { tracingShape } from './tracing-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);

/** The settings that every service has. */
export const baseShape = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      '`production` refuses development defaults, short secrets and secrets that are the same.',
    ),
  ...engineShape,
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('The address of the gateway for clients; http://localhost and its port by default.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('The least severe level that is logged.'),
  ROLE: z
    .enum(roles)
    .default('both')
    .describe(
      'What the process runs: `edge` serves HTTP and gRPC, `worker` consumes and publishes events and runs schedules, `both` all of it. The gateway is an edge.',
    ),
  PORT_OFFSET: z.coerce
    .number()
    .int()
    .min(0)
    .max(50_000)
    .default(0)
    .describe('Shifts every default port, so that two systems run on one machine.'),
  HTTP_PORT: port.optional().describe('The HTTP port; the one of the catalog by default.'),
  GRPC_PORT: port.optional().describe('The gRPC port; the one of the catalog by default.'),
  OPS_PORT: port
    .optional()
    .describe(
      'The port of health and metrics; the one of the catalog by default, 200 higher for a worker.',
    ),
  LISTEN_HOST: z
    .union([z.ipv4(), z.ipv6()])
    .default('127.0.0.1')
    .describe('The address on which all ports open; 0.0.0.0 in a container.'),
  GATEWAY_ADDRESS: z
    .union([z.ipv4(), z.ipv6()])
    .optional()
    .describe(
      'The address at which clients reach the gateway, LISTEN_HOST by default; outside the loopback range no service accepts a development secret.',
    ),
  ...serviceIdentityShape,
  ...innerTlsShape,
  NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]*$/)
    .default('')
    .describe('Prefix of topics, databases and Redis keys, so that two systems share engines.'),
  ...proofShape,
  ...tracingShape,
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(7)
    .default(1)
    .describe('Replicas of each topic.'),
  ...partitionShape,
  KAFKA_SESSION_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(3_000)
    .max(300_000)
    .default(SESSION_TIMEOUT_MS)
    .describe('How long a killed instance keeps its partitions, ms; brokers allow 6,000 and more.'),
  SHUTDOWN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe('The maximum time for current work on shutdown, ms.'),
  SHUTDOWN_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe(
      'How long idle connections may take one more request on shutdown, ms; its response ends the connection. With it no caller loses a request to a pod that ends while others serve.',
    ),
  JOIN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(30_000)
    .describe(
      'How long a new instance waits for its partitions before it is ready without them, ms.',
    ),
} as const;

export type BaseSettings = z.output<z.ZodObject<typeof baseShape>>;
