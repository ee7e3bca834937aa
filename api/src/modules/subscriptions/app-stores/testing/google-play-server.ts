import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GooglePlayServer {
  url: string;
  /** Service account JSON that this server accepts. */
  account: string;
  /** Answer for each purchase token; a token without an entry is unknown. */
  purchases: Map<string, object>;
  /** Purchases that were acknowledged. */
  acknowledged: string[];
  /** Whether every request answers 500. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Test double of Google Play: authenticates one account and answers for purchases. */
export async function startGooglePlayServer(packageName: string): Promise<GooglePlayServer> {
  const purchases = new Map<string, object>();
  const acknowledged: string[] = [];
  const state = { isDown: false };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume();
    const url = request.url ?? '';
    if (state.isDown) return answer(500, {});
    if (url === '/token') return answer(200, { access_token: 'access', token_type: 'Bearer', expires_in: 3600 });
    if (request.headers.authorization !== 'Bearer access') return answer(401, {});
    const base = `/androidpublisher/v3/applications/${packageName}/purchases/`;
    const [, found] = /^subscriptionsv2\/tokens\/([^/]+)$/.exec(url.slice(base.length)) ?? [];
    const [, product, token] =
      /^subscriptions\/([^/]+)\/tokens\/([^/]+):acknowledge$/.exec(url.slice(base.length)) ?? [];
    if (url.startsWith(base) && request.method === 'POST' && token !== undefined) {
      acknowledged.push(`${product} ${token}`);
      return answer(200, {});
    }
    const purchase = url.startsWith(base) && found !== undefined ? purchases.get(found) : undefined;
    return purchase ? answer(200, purchase) : answer(404, {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    url,
    account: JSON.stringify({
      client_email: 'api@manabiba.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${url}/token`,
    }),
    purchases,
    acknowledged,
    get isDown() {
      return state.isDown;
    },
    set isDown(isDown) {
      state.isDown = isDown;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
