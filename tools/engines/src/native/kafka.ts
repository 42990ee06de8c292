import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';
import { findJava, findKafkaJars } from '../install/kafka.ts';
import { acceptsConnections } from '../ports.ts';
import { kafkaIsReady } from '../readiness.ts';
import type { NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine } from './engine-process.ts';
import type { EngineSecurity } from './security.ts';

// Serial collection and a small first heap keep one quiet broker near 350 MB.
const JVM = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'];

/** A broker that lives for minutes loses more by optimizing its code than it gains. */
const JVM_FOR_TESTS = [...JVM, '-XX:TieredStopAtLevel=1'];

interface KafkaOptions extends KafkaHomes {
  readonly security: EngineSecurity | undefined;
  readonly forTests: boolean;
  readonly log: (line: string) => void;
}

export interface KafkaPorts {
  readonly kafka: number;
  readonly kafkaController: number;
}

export interface KafkaHomes {
  readonly kafkaHome: string | undefined;
  readonly javaHome: string | undefined;
}

/** Records of a program whose clock is ahead are accepted too: tests run with clocks of their own. */
const ANY_CLOCK_MS = String(2n ** 63n - 1n);

/** One KRaft node that is broker and controller. */
export const startKafka = async (
  folders: NativeFolders,
  ports: KafkaPorts,
  options: KafkaOptions,
): Promise<NativeEngine> => {
  const java = await findJava(options.javaHome);
  const jars = await findKafkaJars(folders.cache, options.kafkaHome, options.log);
  const { security, forTests } = options;
  const files = writeConfig(folders, ports, security);
  const jvm = forTests ? JVM_FOR_TESTS : JVM;
  const arguments_ = [...jvm, `-Dlog4j2.configurationFile=file:${files.logging}`];
  const classPath = ['-cp', join(jars, '*')];
  const format = [...classPath, 'kafka.tools.StorageTool', 'format', '--config', files.server];
  await formatStorage(folders, java, [...format, ...scramArguments(security)]);
  let serving = false;
  const spec = {
    name: 'kafka',
    command: java,
    args: [...arguments_, ...classPath, 'kafka.Kafka', files.server],
    runDirectory: folders.run,
    logFile: join(folders.logs, 'kafka.log'),
    stopWithinMs: 20_000,
    // The broker answers requests a little before the controller lets it lead partitions.
    onLine: (line: string) => {
      serving ||= line.includes('Kafka Server started');
    },
    log: options.log,
  };
  const running = await startEngine({
    engine: 'Kafka',
    spec,
    ports: [ports.kafka, ports.kafkaController],
    // A broker with TLS would take the bytes of the readiness request for a broken handshake.
    isReady: async () =>
      serving &&
      (security === undefined ? kafkaIsReady(ports.kafka) : acceptsConnections(ports.kafka)),
  });
  return { url: `127.0.0.1:${String(ports.kafka)}`, process: running };
};

/** The users that a new broker begins with. */
const scramArguments = (security: EngineSecurity | undefined): string[] =>
  (security?.kafkaUsers ?? []).flatMap(({ name, password }) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);

/** Nobody may do anything without a rule, but for the administrator; the node itself is one. */
function securityProperties({ admin, caFile, serverFile }: EngineSecurity): string {
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
  const login = `${plain} username="${admin.name}" password="${admin.password}" user_${admin.name}="${admin.password}";`;
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
  return `authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:${admin.name}
allow.everyone.if.no.acl.found=false
sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN
sasl.mechanism.inter.broker.protocol=PLAIN
sasl.mechanism.controller.protocol=PLAIN
listener.name.sasl_ssl.plain.sasl.jaas.config=${login}
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=${scram}
listener.name.controller.sasl.enabled.mechanisms=PLAIN
listener.name.controller.plain.sasl.jaas.config=${login}
ssl.keystore.type=PEM
ssl.keystore.location=${serverFile}
ssl.truststore.type=PEM
ssl.truststore.location=${caFile}
`;
}

const writeConfig = (
  folders: NativeFolders,
  ports: KafkaPorts,
  security: EngineSecurity | undefined,
): { server: string; logging: string } => {
  const home = join(folders.data, 'kafka-config');
  mkdirSync(home, { recursive: true });
  const server = join(home, 'server.properties');
  const logging = join(home, 'log4j2.properties');
  writeFileSync(server, serverProperties(join(folders.data, 'kafka'), ports, security));
  writeFileSync(logging, LOGGING);
  return { server, logging };
};

/** Formats the log folder once; a format that a killed run left incomplete is repeated. */
const formatStorage = async (
  folders: NativeFolders,
  java: string,
  format: readonly string[],
): Promise<void> => {
  const logs = join(folders.data, 'kafka');
  const done = join(folders.data, 'kafka-config', 'formatted');
  if (existsSync(done) && existsSync(join(logs, 'meta.properties'))) return;
  // The folder itself may be where a disk is mounted.
  const left = existsSync(logs) ? readdirSync(logs) : [];
  for (const name of left) rmSync(join(logs, name), { recursive: true, force: true });
  const clusterId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
  // An id that begins with a hyphen would be read as an option.
  const result = await run(java, [...format, `--cluster-id=${clusterId}`]);
  if (result.code !== 0) {
    const problem = `Kafka cannot format ${logs}: ${lastLine(result.output)}`;
    throw new EngineError(problem, 'free the disk or remove all data with: npm start -- --fresh');
  }
  writeFileSync(done, clusterId);
};

const serverProperties = (
  logs: string,
  ports: KafkaPorts,
  security: EngineSecurity | undefined,
): string => {
  const listener = security === undefined ? 'PLAINTEXT' : 'SASL_SSL';
  const broker = `${listener}://127.0.0.1:${String(ports.kafka)}`;
  const controller = `127.0.0.1:${String(ports.kafkaController)}`;
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@${controller}
controller.listener.names=CONTROLLER
listeners=${broker},CONTROLLER://${controller}
advertised.listeners=${broker}
listener.security.protocol.map=${listener}:${listener},CONTROLLER:${security === undefined ? 'PLAINTEXT' : 'SASL_PLAINTEXT'}
inter.broker.listener.name=${listener}
log.dirs=${logs}
auto.create.topics.enable=false
num.partitions=3
default.replication.factor=1
min.insync.replicas=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
log.cleaner.dedupe.buffer.size=16777216
log.message.timestamp.after.max.ms=${ANY_CLOCK_MS}
num.network.threads=2
num.io.threads=4
${security === undefined ? '' : securityProperties(security)}`;
};

const LOGGING = `status=error
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=%d %p %c{1} %m%n
rootLogger.level=warn
rootLogger.appenderRef.console.ref=console
logger.server.name=kafka.server.KafkaRaftServer
logger.server.level=info
logger.authorizer.name=kafka.authorizer.logger
logger.authorizer.level=info
`;
