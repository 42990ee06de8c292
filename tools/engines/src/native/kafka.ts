import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';
import { findJava, findKafkaJars } from '../install/kafka.ts';
import { acceptsConnections } from '../ports.ts';
import { kafkaIsReady } from '../readiness.ts';
import type { EngineStart, NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine, startTogether } from './engine-process.ts';
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
  const node = { name: 'kafka', id: 1, all: [ports], clusterId: newClusterId() };
  const running = await startEngine(await nodeStart(node, folders, options));
  return { url: addressOf(ports), members: [running] };
};

/** A cluster of KRaft nodes, each broker and controller: of three, one may be away. */
export const startKafkaCluster = async (
  folders: NativeFolders,
  all: readonly KafkaPorts[],
  options: Omit<KafkaOptions, 'security'>,
): Promise<NativeEngine> => {
  const clusterId = newClusterId();
  const starts: EngineStart[] = [];
  for (let id = 1; id <= all.length; id += 1) {
    const node = { name: `kafka-${String(id)}`, id, all, clusterId };
    starts.push(await nodeStart(node, folders, { ...options, security: undefined }));
  }
  return { url: all.map(addressOf).join(','), members: await startTogether(starts) };
};

interface KafkaNode {
  readonly name: string;
  /** From 1: the place of its ports among `all`. */
  readonly id: number;
  readonly all: readonly KafkaPorts[];
  readonly clusterId: string;
}

const portsOf = ({ id, all }: KafkaNode): KafkaPorts => {
  const ports = all[id - 1];
  if (ports === undefined) throw new Error(`No ports for Kafka node ${String(id)}`);
  return ports;
};

const addressOf = ({ kafka }: KafkaPorts): string => `127.0.0.1:${String(kafka)}`;

const newClusterId = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

/** Formats the folder of a node, and returns what starts it. */
async function nodeStart(
  node: KafkaNode,
  folders: NativeFolders,
  options: KafkaOptions,
): Promise<EngineStart> {
  const java = await findJava(options.javaHome);
  const jars = await findKafkaJars(folders.cache, options.kafkaHome, options.log);
  const { security, forTests } = options;
  const ports = portsOf(node);
  const { name } = node;
  const files = writeConfig(folders, node, security);
  const jvm = forTests ? JVM_FOR_TESTS : JVM;
  const arguments_ = [...jvm, `-Dlog4j2.configurationFile=file:${files.logging}`];
  const classPath = ['-cp', join(jars, '*')];
  const format = [...classPath, 'kafka.tools.StorageTool', 'format', '--config', files.server];
  await formatStorage(folders, java, node, [...format, ...scramArguments(security)]);
  let serving = false;
  const spec = {
    name,
    command: java,
    args: [...arguments_, ...classPath, 'kafka.Kafka', files.server],
    runDirectory: folders.run,
    logFile: join(folders.logs, `${name}.log`),
    stopWithinMs: 20_000,
    // The broker answers requests a little before the controller lets it lead partitions.
    onLine: (line: string) => {
      serving ||= line.includes('Kafka Server started');
    },
    log: options.log,
  };
  return {
    engine: 'Kafka',
    spec,
    ports: [ports.kafka, ports.kafkaController],
    // A broker with TLS would take the bytes of the readiness request for a broken handshake.
    isReady: async () =>
      serving &&
      (security === undefined ? kafkaIsReady(ports.kafka) : acceptsConnections(ports.kafka)),
  };
}

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
  node: KafkaNode,
  security: EngineSecurity | undefined,
): { server: string; logging: string } => {
  const home = configFolder(folders, node);
  mkdirSync(home, { recursive: true });
  const server = join(home, 'server.properties');
  const logging = join(home, 'log4j2.properties');
  writeFileSync(server, serverProperties(join(folders.data, node.name), node, security));
  writeFileSync(logging, LOGGING);
  return { server, logging };
};

const configFolder = ({ data }: NativeFolders, { name }: KafkaNode): string =>
  join(data, `${name}-config`);

/** Formats the log folder once; a format that a killed run left incomplete is repeated. */
const formatStorage = async (
  folders: NativeFolders,
  java: string,
  node: KafkaNode,
  format: readonly string[],
): Promise<void> => {
  const logs = join(folders.data, node.name);
  const done = join(configFolder(folders, node), 'formatted');
  if (existsSync(done) && existsSync(join(logs, 'meta.properties'))) return;
  // The folder itself may be where a disk is mounted.
  const left = existsSync(logs) ? readdirSync(logs) : [];
  for (const name of left) rmSync(join(logs, name), { recursive: true, force: true });
  // An id that begins with a hyphen would be read as an option.
  const result = await run(java, [...format, `--cluster-id=${node.clusterId}`]);
  if (result.code !== 0) {
    const problem = `Kafka cannot format ${logs}: ${lastLine(result.output)}`;
    throw new EngineError(problem, 'free the disk or remove all data with: npm start -- --fresh');
  }
  writeFileSync(done, node.clusterId);
};

const serverProperties = (
  logs: string,
  node: KafkaNode,
  security: EngineSecurity | undefined,
): string => {
  const listener = security === undefined ? 'PLAINTEXT' : 'SASL_SSL';
  const ports = portsOf(node);
  const broker = `${listener}://${addressOf(ports)}`;
  const controllers = node.all.map(({ kafkaController }) => `127.0.0.1:${String(kafkaController)}`);
  const voters = controllers.map((address, index) => `${String(index + 1)}@${address}`);
  const replicas = String(node.all.length);
  const required = node.all.length >= 3 ? '2' : '1';
  return `process.roles=broker,controller
node.id=${String(node.id)}
controller.quorum.voters=${voters.join(',')}
controller.listener.names=CONTROLLER
listeners=${broker},CONTROLLER://127.0.0.1:${String(ports.kafkaController)}
advertised.listeners=${broker}
listener.security.protocol.map=${listener}:${listener},CONTROLLER:${security === undefined ? 'PLAINTEXT' : 'SASL_PLAINTEXT'}
inter.broker.listener.name=${listener}
log.dirs=${logs}
auto.create.topics.enable=false
num.partitions=3
default.replication.factor=${replicas}
min.insync.replicas=${required}
offsets.topic.replication.factor=${replicas}
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=${replicas}
transaction.state.log.min.isr=${required}
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=${replicas}
share.coordinator.state.topic.min.isr=${required}
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
