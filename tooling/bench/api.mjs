import { measureInRounds, signUp, statementsDuring } from './support/calls.mjs';
import { median, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';

/** V8 compiles a route fully only after some ten thousand requests: the first rounds are not counted. */
const FULL = { rounds: 7, ms: 3000, warmUpRounds: 2, signedIn: 0.8, anonymous: 0.4 };
/** The short form finds what has become several times slower, not by a few percent. */
const SHORT = { rounds: 5, ms: 1000, warmUpRounds: 1, signedIn: 0.4, anonymous: 0.4 };
const WARM_UP_MS = 500;
/** Of so many calls the one with the fewest statements counts. */
const STEADY_CALLS = 5;
const PATH = '/v1/classrooms';

/**
 * Benchmarks `GET /v1/classrooms` against two limits that are measured in the same run, in alternating rounds.
 * @param {{ isShort: boolean }} options
 */
export function bench({ isShort }) {
  const plan = isShort ? SHORT : FULL;
  return withHarness(async ({ dataDir, postgres, serve, start }) => {
    const product = await serve('api/servers', ['product', postgres.url, dataDir]);
    const session = await signUp(product.port);
    const { statements, perPage, body } = await lookAt(product, session);
    const limits = await serve('api/servers', ['limits', postgres.url], { bytes: body });
    const targets = {
      'signed in': { port: product.port, path: PATH, headers: { cookie: session } },
      'simplest SQL, bare': { port: limits.port, path: '/statement', headers: {} },
      anonymous: { port: product.port, path: PATH, headers: {}, staysAwake: true },
      'same bytes, bare': { port: limits.port, path: '/bytes', headers: {}, staysAwake: true },
    };
    const results = await measureInRounds(start('api/load.mjs'), targets, { ...plan, warmUpMs: WARM_UP_MS });
    return report(results, { statements, perPage, bytes: Buffer.byteLength(body), plan });
  });
}

/**
 * Records the statements of one steady call, their number for few and for many rows, and the response to an anonymous
 * visitor.
 */
async function lookAt({ child, port }, cookie) {
  const call = async (query, headers) => {
    const answer = await fetch(`http://localhost:${port}${PATH}${query}`, { headers });
    if (answer.status !== 200) throw new Error(`${PATH}${query} answered ${answer.status}`);
    return answer.text();
  };
  const statementsOf = async (query) => {
    // After the first call viewer, counts and everybody's rows are cached; now and then one of them is read anew.
    await call(query, { cookie });
    /** @type {any} */
    let steady;
    for (let attempt = 0; attempt < STEADY_CALLS; attempt += 1) {
      const { result, statements } = await statementsDuring(child, () => call(query, { cookie }));
      if (!steady || statements.length < steady.statements.length)
        steady = { rows: JSON.parse(result).items.length, statements };
    }
    return steady;
  };
  const few = await statementsOf('?limit=5');
  const many = await statementsOf('?limit=50');
  const { statements } = await statementsOf('');
  return { statements, perPage: [few, many], body: await call('', {}) };
}

function report(results, { statements, perPage, bytes, plan }) {
  const line = (name) => {
    const of = (key) => median(results[name].map((result) => result[key]));
    console.log(
      `  ${name.padEnd(19)} ${String(Math.round(of('perSecond'))).padStart(7)} requests/s   p50 ${of('p50').toFixed(2)} ms   p99 ${of('p99').toFixed(2)} ms`,
    );
  };
  const share = (name, limit) =>
    median(results[name].map((result, round) => result.perSecond / results[limit][round].perSecond));
  const signedIn = share('signed in', 'simplest SQL, bare');
  const anonymous = share('anonymous', 'same bytes, bare');
  const [few, many] = perPage;
  const growsNot = few.statements.length === many.statements.length && many.rows > few.rows;
  console.log(
    `\nGET ${PATH}: ${(bytes / 1024).toFixed(1)} KB, ${statements.length} statement(s), 16 connections, ${plan.rounds} rounds of ${plan.ms / 1000} s, medians`,
  );
  console.log(
    '  on: session cookie -> bearer, signature and session check, access rule, rate limits, validation of the request,',
  );
  console.log(
    '      request id, a log line for every request (to a file); production mode. The limits have none of it.',
  );
  Object.keys(results).forEach(line);
  return printVerdicts([
    [
      `signed in: ${signedIn.toFixed(2)} of a bare route with the simplest SQL that gives the same rows, prepared; at least ${plan.signedIn}`,
      signedIn >= plan.signedIn,
    ],
    [
      `anonymous: ${anonymous.toFixed(2)} of a bare route that sends the same bytes; at least ${plan.anonymous}`,
      anonymous >= plan.anonymous,
    ],
    [
      `statements for ${few.rows} rows: ${few.statements.length}, for ${many.rows} rows: ${many.statements.length}`,
      growsNot,
    ],
  ]);
}
