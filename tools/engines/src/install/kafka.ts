import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isExecutable, lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';
import { fillOnce } from './cached-folder.ts';

const KAFKA = '4.1.0';
const OLDEST_JAVA = 17;
const INSTALL_JAVA =
  'apt-get install openjdk-17-jre-headless maven, start Docker, or set KAFKA_BROKERS';

/** The java program of JAVA_HOME or PATH; Kafka 4 needs Java 17. Throws EngineError. */
export const findJava = async (javaHome: string | undefined): Promise<string> => {
  const ofHome = javaHome === undefined ? undefined : join(javaHome, 'bin', 'java');
  const java = ofHome !== undefined && isExecutable(ofHome) ? ofHome : findProgram('java');
  if (java === undefined) throw new EngineError('Kafka needs Java 17: no java found', INSTALL_JAVA);
  const { output } = await run(java, ['-version']);
  const version = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  if (version >= OLDEST_JAVA) return java;
  throw new EngineError(`Kafka needs Java 17, ${java} is ${lastLine(output)}`, INSTALL_JAVA);
};

/** The folder of Kafka's jars: KAFKA_HOME's, else the cache's, filled by Maven at first. */
export const findKafkaJars = async (
  cache: string,
  kafkaHome: string | undefined,
  log: (line: string) => void,
): Promise<string> => {
  if (kafkaHome !== undefined) {
    const jars = join(kafkaHome, 'libs');
    if (existsSync(jars)) return jars;
    throw new EngineError(`KAFKA_HOME (${kafkaHome}) has no folder libs`, 'correct or unset it');
  }
  const folder = await fillOnce(join(cache, `kafka-${KAFKA}`), async (scratch) => {
    log(`downloading Kafka ${KAFKA} (43 MB)`);
    await copyJars(scratch);
  });
  return join(folder, 'libs');
};

const copyJars = async (scratch: string): Promise<void> => {
  const maven = findProgram('mvn');
  if (maven === undefined) throw new EngineError('Kafka needs Maven: no mvn found', INSTALL_JAVA);
  const pom = join(scratch, 'pom.xml');
  writeFileSync(pom, POM);
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=libs'];
  const result = await run(maven, ['-q', '-B', '-f', pom, ...goal], { directory: scratch });
  rmSync(pom);
  if (result.code === 0 && existsSync(join(scratch, 'libs'))) return;
  const problem = /\[ERROR\].*/.exec(result.output)?.[0] ?? lastLine(result.output);
  throw new EngineError(
    `Maven could not download Kafka: ${problem.slice(0, 300)}`,
    'check the network and ~/.m2/settings.xml, or set KAFKA_HOME to an unpacked Kafka 4',
  );
};

const dependency = (group: string, artifact: string, version: string): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;

// Kafka logs through SLF4J 1.7 and brings no binding of its own.
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>tributary</groupId><artifactId>kafka</artifactId><version>${KAFKA}</version>
  <dependencies>
    ${dependency('org.apache.kafka', 'kafka_2.13', KAFKA)}
    ${dependency('org.apache.logging.log4j', 'log4j-slf4j-impl', '2.24.3')}
  </dependencies>
</project>
`;
