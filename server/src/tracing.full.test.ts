import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { recordSpan } from '@manabiba/telemetry/spans';
import { startTracing } from '@manabiba/telemetry/start-tracing';

import { insertCategories, insertLiveRoom } from '../../api/src/testing/rows';
import { startTestApp, type TestApp } from '../../api/src/testing/start-test-app';
import { startTestServer } from '../../shell/server/testing/start-test-server';
import { type LiveDocuments, startLiveDocuments } from './live-documents/live-documents';
import { createOwnDatabase, type OwnDatabase } from './testing/own-database';

// One trace over the web server, the api in another process (here another server), PostgreSQL, the outbox, the projector
// and the process of the engine. All send their spans to a receiver of OTLP over HTTP.

const SECRET = 'a realtime secret for these tests only';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: Record<string, unknown>;
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: (Omit<SentSpan, 'service' | 'attributes'> & { attributes: OtlpAttribute[] })[] }[];
  }[];
}
interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}
const readAttributes = (list: OtlpAttribute[]) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector: keeps the spans that it is sent. */
async function startReceiver() {
  const spans: SentSpan[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      if (request.url !== '/v1/traces') return;
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as OtlpBody;
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(readAttributes(resource.attributes)['service.name']);
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, attributes: readAttributes(span.attributes) });
      }
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Resolves with the first span of this name in a trace. */
    span: (traceId: string, name: string) =>
      new Promise<SentSpan>((done) => {
        const look = () => {
          const found = spans.find((each) => each.traceId === traceId && each.name === name);
          if (!found) return;
          waiting.delete(look);
          done(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let tracing: Awaited<ReturnType<typeof startTracing>>;
let database: OwnDatabase;
let live: LiveDocuments;
let world: TestApp;
let web: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  receiver = await startReceiver();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  tracing = await startTracing({ env, service: 'manabiba' });
  database = await createOwnDatabase('traced');
  const served = await startLiveDocuments({
    env: { ...env, REALTIME_SECRET: SECRET },
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost',
    databaseUrl: database.url,
    script: process.env.TEST_LIVE_ENGINE ?? '',
    logger: { warn: () => undefined, error: () => undefined },
  });
  if (!served) throw new Error('The engine does not start');
  live = served;
  world = await startTestApp({ env: { ...live.env, REALTIME_SECRET: SECRET } });
  await insertCategories(world.db);
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  web = await startTestServer({ api: { url } });
});
afterAll(async () => {
  await web.close();
  await world.close();
  await live.close();
  await database.drop();
  await tracing?.close();
  await receiver.close();
});

const bearer = () => ({ authorization: `Bearer ${world.tokens.adult}` });

it('is off unless a collector is set', async () => {
  expect(await startTracing({ env: {}, service: 'manabiba' })).toBeNull();
});

it('follows one request of a caller over web, api and SQL, and through the outbox to the engine', async () => {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
  const joined = await web.server.inject({
    method: 'POST',
    url: `/v1/classrooms/${id}/join`,
    headers: { ...bearer(), traceparent: `00-${TRACE}-b7ad6b7169203331-00` },
    payload: { recordingConsent: true, deviceId: 'd1' },
  });
  expect(joined.statusCode).toBe(200);
  expect(joined.headers['x-request-id']).toBe(TRACE);

  const [ofWeb, ofApi, ofSql, ofProjector, ofEngine] = await Promise.all(
    ['web POST', 'api joinClassroom', 'SQL insert', 'write live documents', 'live documents commit'].map((name) =>
      receiver.span(TRACE, name),
    ),
  );
  expect(ofWeb?.parentSpanId).toBe('b7ad6b7169203331');
  expect(ofApi?.parentSpanId).toBe(ofWeb?.spanId);
  expect(ofSql?.parentSpanId).toBe(ofApi?.spanId);
  expect(ofEngine?.parentSpanId).toBe(ofProjector?.spanId);
  expect(ofEngine?.service).toBe('manabiba-live-documents');
  expect(ofApi?.attributes['http.response.status_code']).toBe(200);
  // Neither paths nor values of people.
  expect(JSON.stringify(receiver.spans)).not.toContain(id);
  expect(JSON.stringify(receiver.spans)).not.toContain(world.people.adult);
});

it('begins a trace with the id of the request, under which it is answered', async () => {
  const answer = await web.server.inject({ url: '/v1/me', headers: bearer() });
  const id = String(answer.headers['x-request-id']);
  expect(id).toMatch(/^[\da-f]{32}$/);
  const [ofWeb, ofApi] = await Promise.all([receiver.span(id, 'web GET'), receiver.span(id, 'api getMe')]);
  expect(ofWeb.parentSpanId ?? '').toBe('');
  expect(ofApi.parentSpanId).toBe(ofWeb.spanId);
});

it('goes on in the trace when a domain event is delivered', async () => {
  const trace = '11111111111111111111111111111111';
  await web.server.inject({
    method: 'POST',
    url: `/v1/users/${world.people.professional}/follow`,
    headers: { ...bearer(), traceparent: `00-${trace}-b7ad6b7169203331-01` },
  });
  const { name, traceparent } = await world.db
    .selectFrom('domain_events')
    .select(['name', 'traceparent'])
    .executeTakeFirstOrThrow();
  expect(name).toBe('userFollowed');
  expect(traceparent).toContain(trace);
  await world.events.runDue();
  const ofDelivery = await receiver.span(trace, 'userFollowed to notifications');
  const ofSql = receiver.spans.filter(({ parentSpanId }) => parentSpanId === ofDelivery.spanId);
  expect(ofSql.map((span) => span.name)).toContain('SQL delete');
});

it("adds the browser's part to the trace of a page, which names it", async () => {
  const trace = '22222222222222222222222222222222';
  const page = await web.server.inject({ url: '/', headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } });
  const [, traceparent = ''] = /traceparent;desc="([^"]+)"/.exec(String(page.headers['server-timing'])) ?? [];
  expect(traceparent).toContain(trace);
  recordSpan('browser page load', traceparent, { startedAt: Date.now() - 900, ms: 900 });
  const [ofWeb, ofBrowser] = await Promise.all([
    receiver.span(trace, 'web GET'),
    receiver.span(trace, 'browser page load'),
  ]);
  expect(ofBrowser.parentSpanId).toBe(ofWeb.spanId);
});
