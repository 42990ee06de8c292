import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

const SETTINGS = ['-n', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'];

/**
 * What a PHP program prints, as JSON; `input` is its standard input.
 * @param args a file of this package, or `-r` and code
 * @throws where PHP is missing, or the program fails
 */
export function runPhp(args: readonly string[], input: unknown = {}): unknown {
  const ran = spawnSync('php', [...SETTINGS, ...args], {
    cwd: root,
    encoding: 'utf8',
    input: JSON.stringify(input),
  });
  if (ran.error !== undefined)
    throw new Error('PHP is missing: apt-get install php-cli', { cause: ran.error });
  if (ran.status !== 0 || ran.stderr !== '') throw new Error(`php: ${ran.stderr}${ran.stdout}`);
  return JSON.parse(ran.stdout);
}

/** What a PHP program prints, while this process can answer what it requests. @throws where it fails */
export async function runPhpServed(code: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = { cwd: join(root, 'php'), env };
  const { stdout } = await promisify(execFile)('php', [...SETTINGS, '-r', code], options);
  return stdout;
}

/** A request that the plugin for WooCommerce sent. */
export interface PluginRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PluginRun {
  /** What the plugin prints into the head of pages. */
  readonly head: string;
  /** The status of its answers to the script: of a page of the shop, and of another site. */
  readonly answers: readonly number[];
  /** The headers that it set. */
  readonly headers: readonly string[];
  /** An order, its partial refund, the order that begins a subscription, a renewal, its cancellation, an order without a click, its deletion. */
  readonly requests: readonly PluginRequest[];
  /** What it repeats, and after how many seconds. */
  readonly later: readonly { readonly in: number; readonly given: readonly unknown[] }[];
  readonly logged: readonly string[];
}

/** Lets a visitor buy in a shop on WooCommerce with the plugin. */
export const runPlugin = (given: {
  readonly click_id: string;
  readonly secret: string;
  readonly order_id: number;
  readonly consent?: boolean;
  /** What the platform answers. */
  readonly status?: number;
}): PluginRun => runPhp(['src/testing/shop-on-woocommerce.php'], given) as PluginRun;
