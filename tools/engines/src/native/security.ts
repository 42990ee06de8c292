import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';

/** A user of an engine. */
export interface EngineUser {
  readonly name: string;
  readonly password: string;
}

/** Files in PEM. */
export interface Certificates {
  /** The authority that signed `serverFile`. */
  readonly caFile: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  /** Certificate and private key. */
  readonly serverFile: string;
}

/** With what native engines are protected: TLS, an administrator, and the users of Kafka. */
export interface EngineSecurity extends Certificates {
  readonly admin: EngineUser;
  /** Kafka creates users by its own tools alone, so those of a test are made with its storage. */
  readonly kafkaUsers: readonly EngineUser[];
}

/** A password that needs no escaping in URLs and configuration files. */
export const randomPassword = (): string => randomBytes(24).toString('hex');

const REMEDY = 'install openssl 1.1.1 or newer';

async function openssl(directory: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run('openssl', args, { directory });
  if (code === 0) return;
  throw new EngineError(`openssl cannot make certificates: ${lastLine(output)}`, REMEDY);
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

const ofThisMachine = ['IP:127.0.0.1', 'DNS:localhost'];

/**
 * Makes an authority and a certificate that it signs, valid for a day, in `directory`. Throws EngineError.
 * @param names of the certificate, each `DNS:name` or `IP:address`
 */
export async function makeCertificates(
  directory: string,
  names: readonly string[],
): Promise<Certificates> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'names.cnf'), `subjectAltName=${names.join(',')}`);
  const authority = ['req', '-x509', ...NEW_KEY, '-days', '1', '-subj', '/CN=tributary-test-ca'];
  await openssl(directory, [...authority, '-keyout', 'ca.key', '-out', 'ca.pem']);
  const request = ['req', '-new', ...NEW_KEY, '-subj', '/CN=localhost'];
  await openssl(directory, [...request, '-keyout', 'server.key', '-out', 'server.csr']);
  const signing = ['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key'];
  const result = ['-CAcreateserial', '-days', '1', '-extfile', 'names.cnf', '-out', 'server.crt'];
  await openssl(directory, [...signing, ...result]);
  const textOf = (file: string) => readFileSync(join(directory, file), 'utf8');
  const serverFile = join(directory, 'server.pem');
  writeFileSync(serverFile, textOf('server.crt') + textOf('server.key'), { mode: 0o600 });
  return {
    caFile: join(directory, 'ca.pem'),
    certificateFile: join(directory, 'server.crt'),
    keyFile: join(directory, 'server.key'),
    serverFile,
  };
}

/** Makes the certificate of this machine in `directory`, and an administrator. Throws EngineError. */
export async function makeSecurity(
  directory: string,
  kafkaUsers: readonly EngineUser[],
): Promise<EngineSecurity> {
  return {
    ...(await makeCertificates(directory, ofThisMachine)),
    admin: { name: 'admin', password: randomPassword() },
    kafkaUsers,
  };
}
