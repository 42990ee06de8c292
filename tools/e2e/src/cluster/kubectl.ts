import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The parts of a Kubernetes object that the drill reads. */
export interface KubeObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each kind has another shape
  readonly spec: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each kind has another shape
  readonly status: any;
}

/** A connection to a port of the cluster from this machine. */
export interface Forwarded {
  readonly port: number;
  readonly close: () => void;
}

/** A cluster, by kubectl. Each call throws what kubectl printed where it fails. */
export interface Kubectl {
  /** @param input what is sent to its standard input */
  run(args: readonly string[], input?: string): Promise<string>;
  list(args: readonly string[]): Promise<readonly KubeObject[]>;
  /** Forwards a free port of this machine to a Service. */
  forward(namespace: string, service: string, port: number): Promise<Forwarded>;
}

const FORWARDING = /Forwarding from 127\.0\.0\.1:(\d+)/;

async function textOf(child: ChildProcess): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, out, err };
}

function forwardedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const [, port] = FORWARDING.exec(chunk.toString()) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', () => {
      reject(new Error('kubectl port-forward ended'));
    });
  });
}

/** @param context of the kubeconfig; the current one by default */
export function openKubectl(context: string | undefined): Kubectl {
  const chosen = context === undefined ? [] : ['--context', context];
  const start = (args: readonly string[]) => spawn('kubectl', [...chosen, ...args]);
  const run: Kubectl['run'] = async (args, input) => {
    const child = start(args);
    child.stdin.end(input);
    const { code, out, err } = await textOf(child);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${err.trim()}`);
    return out;
  };
  return {
    run,
    list: async (args) => {
      const text = await run(['get', ...args, '-o', 'json']);
      return (JSON.parse(text) as { items: KubeObject[] }).items;
    },
    forward: async (namespace, service, port) => {
      const child = start([
        '-n',
        namespace,
        'port-forward',
        `service/${service}`,
        `:${String(port)}`,
      ]);
      const close = (): void => void child.kill();
      process.once('exit', close);
      return { port: await forwardedPort(child), close };
    },
  };
}
