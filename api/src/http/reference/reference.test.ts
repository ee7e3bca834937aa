import { apiScopes } from '@manabiba/shared/contract/api-scopes';
import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import { webhookMessages } from '@manabiba/shared/contract/webhook-messages';

import { startTestApp, type TestAnswer, type TestApp } from '../../testing/start-test-app';

const endpoints: EndpointDefinition[] = Object.values(contract);

let api: TestApp;
let described: TestAnswer;
beforeAll(async () => {
  api = await startTestApp();
  described = await api.as('unauthenticated').get('/openapi.json');
});
afterAll(() => api.close());

it('describes every endpoint of the contract in OpenAPI 3.1', () => {
  const { status, body } = described;
  expect(status).toBe(200);
  expect(body).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://manabiba.test/v1' }] });
  for (const { name, method, path, params } of endpoints) {
    const operation = body.paths[path][method.toLowerCase()];
    expect(operation.operationId).toBe(name);
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    expect(inPath).toHaveLength(params ? path.split('{').length - 1 : 0);
    for (const answer of Object.values(operation.responses)) expect(answer).toHaveProperty('description');
  }
});

/** What no form of ours sends: each is answered before a call does anything. */
const attacks: [string, { headers?: Record<string, string>; payload?: string; param?: string }][] = [
  ['plain text', { headers: { 'content-type': 'text/plain' }, payload: 'a' }],
  ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' }],
  ['no type', { headers: {}, payload: '{}' }],
  ['text that is not JSON', { payload: '{"a":' }],
  ['a prototype', { payload: '{"__proto__":{"isAdmin":true}}' }],
  ['an oversized payload', { payload: JSON.stringify({ a: 'a'.repeat(200_000) }) }],
  ['an invalid key of idempotency', { headers: { 'idempotency-key': 'あ'.repeat(300) } }],
  ['a forged token', { headers: { authorization: 'Bearer x.y.z' } }],
  ['an oversized parameter', { param: 'a'.repeat(1000) }],
  ['a malformed parameter', { param: '%00' }],
];

describe.each(['unauthenticated', 'adult', 'staff'] as const)('of %s', (caller) => {
  it.each(attacks)('every call answers %s as it is described', async (_what, { headers, payload, param }) => {
    const { body } = described;
    const undescribed = [];
    for (const { name, method, path, params } of endpoints) {
      const isHarmless = method === 'GET' || payload !== undefined || headers?.['idempotency-key'] !== undefined;
      if (!isHarmless && !(param !== undefined && params)) continue;
      const { statusCode } = await api.app.inject({
        method,
        url: `/v1${path.replaceAll(/\{\w+\}/g, param ?? 'x')}`,
        headers: {
          ...(caller !== 'unauthenticated' && { authorization: `Bearer ${api.tokens[caller]}` }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(method !== 'GET' && payload !== undefined && { payload }),
      });
      if (!(statusCode in body.paths[path][method.toLowerCase()].responses)) undescribed.push({ name, statusCode });
    }
    expect(undescribed).toEqual([]);
  });
});

it('describes what any call may answer', () => {
  const { body } = described;
  for (const { name, method, path, params } of endpoints) {
    const { responses } = body.paths[path][method.toLowerCase()];
    const general = [
      '429',
      '431',
      '503',
      ...(method === 'GET' ? [] : ['413', '415', '422']),
      ...(params ? ['414'] : []),
    ];
    expect({ name, missing: general.filter((status) => !(status in responses)) }).toEqual({ name, missing: [] });
    if (method === 'GET') expect({ name, '415': '415' in responses }).toEqual({ name, '415': false });
    if (!params) expect({ name, '414': '414' in responses }).toEqual({ name, '414': false });
  }
});

it('has a route for every endpoint', async () => {
  for (const { method, path } of endpoints) {
    expect(api.app.hasRoute({ method, url: `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}` })).toBe(true);
  }
});

it('renders the calls as a page without scripts', async () => {
  const { status, body, headers } = await api.as('unauthenticated').get('/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  for (const { name } of endpoints) expect(body).toContain(`id="${name}"`);
  for (const scope of apiScopes) expect(body).toContain(`APIキーの権限 — ${scope}`);
  for (const type of Object.keys(webhookMessages)) expect(body).toContain(`<h3><code>${type}</code></h3>`);
  expect(body).not.toMatch(/<script|\son\w+=|style=|https?:\/\/(?!manabiba)/);
  expect((await api.as('unauthenticated').get('/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});
