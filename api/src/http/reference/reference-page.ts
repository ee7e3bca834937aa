import { apiScopeNames, apiScopes } from '@manabiba/shared/contract/api-scopes';
import type { EndpointDefinition, Kind } from '@manabiba/shared/contract/endpoint';
import { UNAUTHENTICATED } from '@manabiba/shared/contract/error-sentences';
import { errorCatalogue } from '@manabiba/shared/contract/errors';
import { webhookMessages } from '@manabiba/shared/contract/webhook-messages';
import { webhookTypeNames } from '@manabiba/shared/contract/webhook-types';

import { codesOf, groupOf, jsonSchemaOf } from './openapi';

type Schema = Record<string, unknown>;

const kindNames: Record<Kind, string> = {
  anonymous: 'ゲスト',
  adult: '25歳以上',
  student: '学生',
  child: '12歳以下',
  school: '提携校の生徒',
  professional: 'プロフェッショナル',
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Renders the contract as an HTML reference: every call with its access, input, output and errors. */
export function referencePage(
  contract: Record<string, EndpointDefinition>,
  { stylesheet, openapi }: { stylesheet: string; openapi: string },
): string {
  const endpoints = Object.values(contract);
  const groups = [...new Set(endpoints.map(groupOf))];
  const inGroup = (group: string) => endpoints.filter((endpoint) => groupOf(endpoint) === group);
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>まなびば API リファレンス</title>
<link rel="stylesheet" href="${escape(stylesheet)}">
</head>
<body>
<a class="skip" href="#content">本文へ</a>
<header class="top"><p class="brand">まなびば</p><h1>API リファレンス</h1>
<p>すべてのパスは <code>/v1</code> から始まります。日時は ISO 8601(UTC)、金額は円の整数です。
<a href="${escape(openapi)}">OpenAPI 3.1(JSON)</a></p></header>
<div class="columns">
<nav aria-label="呼び出しの一覧">${groups.map((group) => navigationGroup(group, inGroup(group))).join('\n')}<h2><a href="#api-keys">APIキー</a></h2><h2><a href="#webhooks">Webhook</a></h2><h2><a href="#errors">エラー</a></h2></nav>
<main id="content">
${groups.map((group) => `<section><h2>${escape(group)}</h2>\n${inGroup(group).map(article).join('\n')}</section>`).join('\n')}
${apiKeySection()}
${webhookSection()}
${errorSection()}
</main>
</div>
</body>
</html>
`;
}

function navigationGroup(group: string, endpoints: EndpointDefinition[]): string {
  const items = endpoints.map(
    ({ name, method, path }) => `<li><a href="#${name}">${methodMark(method)}<span>${escape(path)}</span></a></li>`,
  );
  return `<h2>${escape(group)}</h2><ul>${items.join('')}</ul>`;
}

const methodMark = (method: string) => `<b class="method ${method.toLowerCase()}">${method}</b>`;

function article(endpoint: EndpointDefinition): string {
  const { name, method, path, summary, params, query, body, response } = endpoint;
  const status = endpoint.status ?? (response === null ? 204 : 200);
  return `<article id="${name}">
<h3>${methodMark(method)}<code>${escape(path)}</code><a class="name" href="#${name}">${name}</a></h3>
<p lang="en">${escape(summary)}</p>
<p class="access">${escape(accessText(endpoint))}</p>
${params ? fieldTable('パス', jsonSchemaOf(params, 'input')) : ''}
${query ? fieldTable('クエリ', jsonSchemaOf(query, 'input')) : ''}
${body ? fieldTable('本文', jsonSchemaOf(body, 'input')) : ''}
<details><summary>応答 ${status}</summary>${response === null ? '<p>本文はありません。</p>' : `<pre><code>${escape(shape(jsonSchemaOf(response, 'output')))}</code></pre>`}</details>
<details><summary>エラー</summary><ul class="errors">${codesOf(endpoint)
    .map((code) => `<li><a href="#error-${code}">${errorCatalogue[code].status} <code>${code}</code></a></li>`)
    .join('')}</ul></details>
</article>`;
}

function accessText({ access, scope }: EndpointDefinition): string {
  const who = {
    staff: 'スタッフのみが呼び出せます。ほかの方には存在しません。',
    person: UNAUTHENTICATED,
    visitor: '匿名のセッションでも呼び出せます。',
    public: 'ログインしていなくても呼び出せます。',
  }[access.session];
  const refused = Object.entries(access.refuses ?? {}).map(([kind, code]) => `${kindNames[kind as Kind]}: ${code}`);
  return [
    who,
    ...(refused.length > 0 ? [`呼び出せない方 — ${refused.join('、')}`] : []),
    ...(scope ? [`APIキーの権限 — ${scope}`] : []),
  ].join(' ');
}

function fieldTable(title: string, schema: Schema): string {
  const alternatives = schema['anyOf'] as Schema[] | undefined;
  if (alternatives) return alternatives.map((each, index) => fieldTable(`${title}(${index + 1})`, each)).join('');
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return '';
  const required = (schema['required'] ?? []) as string[];
  const rows = properties.map(
    ([name, property]) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td><code>${escape(shape(property))}</code></td><td>${required.includes(name) ? '必須' : '任意'}</td><td>${escape(limits(property))}</td></tr>`,
  );
  return `<div class="scroll"><table><caption>${title}</caption><thead><tr><th scope="col">項目</th><th scope="col">型</th><th scope="col">必須</th><th scope="col">条件</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function limits(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems, format, default: fallback } = schema;
  const parts = [
    minLength === undefined ? '' : `${String(minLength)}文字以上`,
    maxLength === undefined ? '' : `${String(maxLength)}文字以内`,
    isShown(minimum) ? `${String(minimum)}以上` : '',
    isShown(maximum) ? `${String(maximum)}以下` : '',
    maxItems === undefined ? '' : `${String(maxItems)}個まで`,
    typeof format === 'string' ? format : '',
    fallback === undefined ? '' : `省略時 ${JSON.stringify(fallback)}`,
  ];
  return parts.filter(Boolean).join('、');
}

/** The bounds of a safe integer say nothing to a reader. */
const isShown = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** Renders a schema like a type: objects expanded, one field per line. */
function shape(schema: Schema, indent = ''): string {
  const {
    type,
    properties,
    items,
    anyOf,
    oneOf,
    enum: choices,
    const: constant,
  } = schema as {
    type?: string | string[];
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    oneOf?: Schema[];
    enum?: unknown[];
    const?: unknown;
  };
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.map((each) => shape(each, indent)).join(' | ');
  if (type === 'array') return `${items ? shape(items, indent) : 'unknown'}[]`;
  if (type === 'object' && properties) {
    const required = new Set((schema['required'] ?? []) as string[]);
    const lines = Object.entries(properties).map(
      ([name, property]) => `${indent}  ${name}${required.has(name) ? '' : '?'}: ${shape(property, `${indent}  `)}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  return type === undefined ? 'unknown' : [type].flat().join(' | ');
}

function apiKeySection(): string {
  const rows = apiScopes.map(
    (scope) => `<tr><th scope="row"><code>${scope}</code></th><td>${escape(apiScopeNames[scope])}</td></tr>`,
  );
  return `<section id="api-keys"><h2>APIキー</h2>
<p>アカウント設定で作成したAPIキーを <code>Authorization: Bearer mnb_…</code> として送ると、キーに選んだ権限の範囲で、作成した方としてそのときの権限で呼び出せます。呼び出しごとに必要な権限は「APIキーの権限」にあります。書かれていない呼び出しは、APIキーでは <code>scope_required</code> になります。</p>
<div class="scroll"><table><thead><tr><th scope="col">権限</th><th scope="col">できること</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function webhookSection(): string {
  const messages = Object.entries(webhookMessages).map(
    ([type, schema]) =>
      `<h3><code>${type}</code></h3><p>${escape(webhookTypeNames[type as keyof typeof webhookTypeNames])}</p>
<pre><code>${escape(shape(jsonSchemaOf(schema, 'output')))}</code></pre>`,
  );
  return `<section id="webhooks"><h2>Webhook</h2>
<p>主催するイベントの動きを、アカウント設定で登録したURLに <code>POST</code> でお知らせします。形式と署名は Standard Webhooks の通りで、<code>webhook-id</code>、<code>webhook-timestamp</code>、<code>webhook-signature</code> を各言語のライブラリーで確かめられます。秘密鍵を新しくしてから24時間は、署名が2つあります。</p>
<p>10秒以内に 2xx でお答えください。転送には従いません。ほかの応答は、5秒、5分、30分、2時間、5時間、10時間、14時間、20時間、24時間の間をおいて、同じ <code>webhook-id</code> で送り直します。同じものが2回届くことと、順番が入れ替わることがあります。3日間届かないか、410 でお答えになると停止し、メールでお知らせします。</p>
${messages.join('\n')}</section>`;
}

function errorSection(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, sentence }]) =>
      `<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escape(sentence)}</td></tr>`,
  );
  return `<section id="errors"><h2>エラー</h2>
<p>2xx 以外の応答は、いつも <code>{ error, code, fields? }</code> の形です。<code>error</code> はそのまま画面に出せる文、<code>fields</code> は項目ごとの文です。</p>
<div class="scroll"><table><thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">error</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}
