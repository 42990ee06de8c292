import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** What goes wrong with a request: the connection breaks before or after it took effect, it is refused, or worse. */
export type Fault =
  | 'cut_before'
  | 'cut_after'
  | 'half_an_answer'
  | 'slow'
  | 'twice'
  | 'unavailable'
  | 'bad_gateway'
  | 'rate_limited'
  | 'in_progress';

export interface FakeRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeApi {
  readonly baseUrl: string;
  readonly requests: readonly FakeRequest[];
  /** How often each order, link or endpoint was created, by its name. */
  readonly effects: ReadonlyMap<string, number>;
  /** The access token that is accepted; undefined where every one is. */
  accessToken: string | undefined;
  close(): Promise<void>;
}

export const SIGNING_SECRET = 'dev-secret-direct';

const answer = (status: number, body: unknown, headers = {}): Answer => ({ status, body, headers });

const REFUSALS: Readonly<Partial<Record<Fault, Answer>>> = {
  unavailable: answer(
    503,
    { error: 'unavailable', message: 'Busy', detail: '' },
    { 'retry-after': '0' },
  ),
  bad_gateway: answer(502, '<html>Bad gateway</html>'),
  rate_limited: answer(
    429,
    { error: 'rate_limit_exceeded', message: 'Too many', detail: '' },
    { 'retry-after': '0' },
  ),
  in_progress: answer(
    409,
    { error: 'request_in_progress', message: 'The first call still runs', detail: '' },
    { 'retry-after': '0' },
  ),
};

/** Keeps what the calls created, as the platform's databases do. */
class Records {
  readonly effects = new Map<string, number>();
  private readonly orders = new Map<string, string>();
  private readonly replies = new Map<string, Answer>();
  private refreshes = 0;
  accessToken: string | undefined;

  respond(request: FakeRequest): Answer {
    const { method, path, headers } = request;
    const routes: Readonly<Record<string, () => Answer>> = {
      'POST /api/track/conversion': () => this.track(request),
      'POST /api/affiliate/links': () => this.once(request, () => this.createLink(request)),
      'POST /api/webhooks/endpoints': () => this.createEndpoint(request),
      'POST /api/auth/refresh': () => this.refresh(request),
      'POST /api/auth/login': () => answer(200, { ...TOKENS, expires_in: 900 }),
      'GET /api/auth/me': () => answer(200, { id: randomUUID(), email: 'shop@example.com' }),
      'GET /api/brand/campaigns': () => listCampaigns(request),
      'GET /api/notifications/count': () => answer(200, { unread_count: 3 }),
    };
    const isAuthorised =
      path === '/api/auth/refresh' ||
      this.accessToken === undefined ||
      headers.authorization === `Bearer ${this.accessToken}`;
    if (!isAuthorised) return refuseToken(path);
    const found = routes[`${method} ${path}`];
    if (found !== undefined) return found();
    // A record is answered as it was sent.
    if (method === 'PUT') return answer(200, request.body);
    return answer(404, { error: 'not_found', message: 'No such path', detail: '' });
  }

  private count(name: string): void {
    this.effects.set(name, (this.effects.get(name) ?? 0) + 1);
  }

  private track({ body, headers }: FakeRequest): Answer {
    const { click_id, transaction_id, order_value } = body as Record<string, string>;
    const text = `${click_id ?? ''}.${transaction_id ?? ''}.${order_value ?? ''}`;
    const signature = createHmac('sha256', SIGNING_SECRET).update(text).digest('hex');
    if ((body['signature'] ?? headers['x-service-signature']) !== signature)
      return answer(401, {
        success: false,
        data: { error: 'invalid_signature' },
        message: 'Wrong',
      });
    const known = this.orders.get(String(transaction_id));
    if (known !== undefined) {
      const data = { error: 'duplicate_order', conversion_id: known, status: 'pending' };
      return answer(409, { success: false, data, message: 'Known already' });
    }
    const id = randomUUID();
    this.orders.set(String(transaction_id), id);
    this.count(`order ${String(transaction_id)}`);
    const data = { conversion_id: id, status: 'pending', message: 'Recorded' };
    return answer(201, { success: true, data, message: 'Recorded' });
  }

  /** Replays the first answer to the same key. */
  private once({ headers }: FakeRequest, work: () => Answer): Answer {
    const key = String(headers['idempotency-key']);
    const reply = this.replies.get(key) ?? work();
    this.replies.set(key, reply);
    return reply;
  }

  private createLink({ body }: FakeRequest): Answer {
    this.count(`link ${String(body['campaign_id'])}`);
    const url = 'https://links.example.com/r/k3f9x2ab';
    return answer(201, { id: randomUUID(), tracking_code: 'k3f9x2ab', url, ...body });
  }

  private createEndpoint({ body }: FakeRequest): Answer {
    this.count(`endpoint ${String(body['url'])}`);
    return answer(200, { success: true, data: { id: randomUUID(), secret: 'whsec_AAAA' } });
  }

  /** A refresh token works once. */
  private refresh({ body }: FakeRequest): Answer {
    if (body['refresh_token'] !== `refresh-${this.refreshes}`)
      return answer(401, { error: 'invalid_refresh_token', message: 'Used before', detail: '' });
    this.refreshes += 1;
    this.accessToken = `access-${this.refreshes}`;
    return answer(200, {
      access_token: this.accessToken,
      refresh_token: `refresh-${this.refreshes}`,
      token_type: 'Bearer',
      expires_in: 900,
    });
  }
}

const TOKENS = { access_token: 'access-0', refresh_token: 'refresh-0', token_type: 'Bearer' };

/** Notifications state no code. */
const refuseToken = (path: string): Answer =>
  path.startsWith('/api/notifications')
    ? answer(401, { detail: 'Expired' })
    : answer(401, { error: 'invalid_token', message: 'Expired', detail: '' });

const CAMPAIGNS = 230;

function listCampaigns({ query }: FakeRequest): Answer {
  const page = Number(query.get('page') ?? 1);
  const per_page = Number(query.get('per_page') ?? 50);
  const all = Array.from({ length: CAMPAIGNS }, (_, index) => ({
    id: String(index),
    name: `Campaign ${index}`,
  }));
  const campaigns = all.slice((page - 1) * per_page, page * per_page);
  const pagination = { page, per_page, total: CAMPAIGNS, pages: Math.ceil(CAMPAIGNS / per_page) };
  return answer(200, { campaigns, pagination });
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
  const text = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: text === '' ? {} : (JSON.parse(text) as FakeRequest['body']),
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer, isCut = false): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-request-id': 'request-1',
    ...headers,
  });
  if (isCut) response.write(text.slice(0, text.length / 2), () => response.destroy());
  else response.end(text);
}

/**
 * A local server that behaves as the platform does, where it matters to the SDK: orders count once, an
 * Idempotency-Key replays its answer, refresh tokens work once, other POSTs take effect each time.
 * @param faultOf the fault of each request as it comes; undefined for none
 */
export async function openFakeApi(
  faultOf: (request: FakeRequest) => Fault | undefined = () => undefined,
): Promise<FakeApi> {
  const records = new Records();
  const requests: FakeRequest[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const fault = faultOf(request);
    if (fault === 'cut_before') {
      response.destroy();
      return;
    }
    const refusal = fault === undefined ? undefined : REFUSALS[fault];
    if (refusal !== undefined) {
      send(response, refusal);
      return;
    }
    const first = records.respond(request);
    if (fault === 'cut_after') response.destroy();
    // A slow one is never answered: the caller gives up.
    if (fault === 'cut_after' || fault === 'slow') return;
    send(
      response,
      fault === 'twice' ? records.respond(request) : first,
      fault === 'half_an_answer',
    );
  };
  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    effects: records.effects,
    get accessToken() {
      return records.accessToken;
    },
    set accessToken(token) {
      records.accessToken = token;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
