import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import { errorCatalogue, type ErrorCode } from '@manabiba/shared/contract/errors';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;
type Contract = Record<string, EndpointDefinition>;

/** Groups of the reference page by the first segment of the path. */
const groups: Record<string, string> = {
  auth: 'ログイン',
  user: 'ログイン',
  me: '自分',
  users: 'ユーザー',
  classrooms: '教室',
  categories: 'カテゴリー',
  events: 'イベント',
  notifications: 'お知らせ',
  realtime_token: '教室',
  archives: 'アーカイブ',
  professionals: 'プロフェッショナル',
  staff: 'スタッフ',
};

export const groupOf = ({ path }: EndpointDefinition): string => groups[path.split('/')[1] ?? ''] ?? 'そのほか';

/** What every write can answer, since even an unexpected body is read. */
const codesOfWrites = ['too_large', 'unsupported_type', 'conflict', 'idempotency_conflict'] as const;

/** Returns the codes that a call can answer: its own and those that follow from its method, access rule and schemas. */
export function codesOf(endpoint: EndpointDefinition): ErrorCode[] {
  const { access, errors, method } = endpoint;
  const codes = new Set<ErrorCode>(errors).add('scope_required');
  if (access.session !== 'public' || method === 'GET') codes.add('unauthenticated');
  for (const code of Object.values(access.refuses ?? {})) codes.add(code);
  if (access.session !== 'public' && !access.whileResubmitting) codes.add('need_resubmit');
  if (!access.whileSuspended || !access.whileWithdrawn) codes.add('suspended');
  if (access.needsVerifiedEmail) codes.add('email_unverified');
  if (access.needsConsent) codes.add('guardian_required');
  if (access.session === 'staff' && !access.whileLocked) codes.add('second_factor_required');
  if (access.closes) codes.add('service_closed');
  if (endpoint.params || access.session === 'staff') codes.add('not_found');
  if (endpoint.query || method !== 'GET') codes.add('invalid');
  if (method !== 'GET') for (const code of codesOfWrites) codes.add(code);
  return [...codes.add('rate_limited')].sort((a, b) => errorCatalogue[a].status - errorCatalogue[b].status);
}

/** Converts a contract schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  return rest;
}

/** Returns the contract as an OpenAPI 3.1 document. */
export function toOpenApi(contract: Contract, { publicUrl }: { publicUrl: string }): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(contract)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'まなびば API',
      version: '1.0.0',
      description: 'まなびばのすべての呼び出し。日時は ISO 8601(UTC)、金額は円の整数です。',
    },
    servers: [{ url: `${publicUrl}/v1` }],
    tags: [...new Set(Object.values(contract).map(groupOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mnb_…',
          description: 'アカウント設定で作成するAPIキー',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: '画面に出せる日本語の文' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: '項目ごとの文' },
  },
};

function operationOf(endpoint: EndpointDefinition): Json {
  const needsSession = endpoint.access.session !== 'public';
  return {
    operationId: endpoint.name,
    ...(endpoint.isExtension ? { 'x-extension': true } : {}),
    summary: endpoint.summary,
    tags: [groupOf(endpoint)],
    security: [
      ...(needsSession ? [] : [{}]),
      { bearer: [] },
      ...(endpoint.scope ? [{ apiKey: [endpoint.scope] }] : []),
    ],
    parameters: [...parametersOf(endpoint, 'path'), ...parametersOf(endpoint, 'query'), ...headersOf(endpoint)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: responsesOf(endpoint),
  };
}

function parametersOf(endpoint: EndpointDefinition, place: 'path' | 'query'): Json[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function headersOf({ method }: EndpointDefinition): Json[] {
  if (method === 'GET') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description: '同じキーの呼び出しは24時間、最初の応答を返します。',
    },
  ];
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Returns the answers that are given before or instead of the call's own, with statuses that no code has by itself. */
function generalAnswers({ params }: EndpointDefinition): Record<string, string> {
  return {
    ...(params && { 414: 'too_large: URLが長すぎます。' }),
    431: 'too_large: ヘッダーが長すぎます。',
    503: `unavailable: ${errorCatalogue.unavailable.sentence}`,
  };
}

function responsesOf(endpoint: EndpointDefinition): Json {
  const status = endpoint.status ?? (endpoint.response === null ? 204 : 200);
  const success =
    endpoint.response === null
      ? { description: '成功。本文はありません。' }
      : { description: '成功', content: { 'application/json': { schema: jsonSchemaOf(endpoint.response, 'output') } } };
  const responses: Json = { [status]: success };
  for (const [code, sentence] of Object.entries(generalAnswers(endpoint)))
    responses[code] = { description: sentence, content: errorContent };
  for (const code of codesOf(endpoint)) {
    const key = String(errorCatalogue[code].status);
    const known = responses[key] as { description: string } | undefined;
    const description = `${code}: ${errorCatalogue[code].sentence}`;
    responses[key] = {
      description: known ? `${known.description}\n${description}` : description,
      content: errorContent,
    };
  }
  return responses;
}
