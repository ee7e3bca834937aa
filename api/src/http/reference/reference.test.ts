import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';

import { startTestApp, type TestApp } from '../../testing/start-test-app';

const endpoints: EndpointDefinition[] = Object.values(contract);

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

it('describes every endpoint of the contract in OpenAPI 3.1', async () => {
  const { status, body } = await api.as('nobody').get('/openapi.json');
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

it('describes size and type errors: 414 and 431 for every call, 413 and 415 for those with a body', async () => {
  const { body } = await api.as('nobody').get('/openapi.json');
  for (const { name, method, path, body: takes } of endpoints) {
    const answers = Object.keys(body.paths[path][method.toLowerCase()].responses).filter((status) =>
      ['413', '414', '415', '431'].includes(status),
    );
    expect({ name, answers }).toEqual({
      name,
      answers: takes || method === 'PUT' ? ['413', '414', '415', '431'] : ['414', '431'],
    });
  }
});

it('has a route for every endpoint', async () => {
  for (const { method, path } of endpoints) {
    expect(api.app.hasRoute({ method, url: `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}` })).toBe(true);
  }
});

it('renders the calls as a page without scripts', async () => {
  const { status, body, headers } = await api.as('nobody').get('/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  for (const { name } of endpoints) expect(body).toContain(`id="${name}"`);
  expect(body).not.toMatch(/<script|\son\w+=|style=|https?:\/\/(?!manabiba)/);
  expect((await api.as('nobody').get('/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});
