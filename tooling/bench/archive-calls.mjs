import { measureInRounds, signUp, statementsDuring } from './support/calls.mjs';
import { load, median, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';
import { post, sendAll } from './tickets/load.mjs';

const ROUNDS = { rounds: 5, warmUpRounds: 2, ms: 3000, warmUpMs: 500 };
const READS = { '/archives': '/v1/archives', '/recommends': '/v1/archives/arc_bench1/recommends' };
/** The minimum share of a bare route with the one statement that gives the same rows. */
const READ_SHARE = 0.6;
const WATCH_SHARE = 0.5;
const VIEWERS = 200;
const WATCHED_ARCHIVES = 15;
const CONNECTIONS = 16;

/** Benchmarks the calls of archives against bare routes with the SQL that gives the same rows, in the same run and alternating rounds. */
export function bench() {
  return withHarness(async ({ dataDir, postgres, connect, serve, start }) => {
    const product = await serve('archive-calls/servers', ['product', postgres.url, dataDir, String(VIEWERS)]);
    const { tokens } = product.ready;
    const cookie = await signUp(product.port);
    const answers = await limitsOf(product, cookie, tokens[0]);
    const limits = await serve('archive-calls/servers', ['limits', postgres.url], answers);
    const [db, driver] = [connect(1), start('api/load.mjs')];
    console.log(`  ${load()}`);
    return printVerdicts([
      ...(await read({ product, limits, driver, cookie })),
      await watch({ db, product, limits, tokens }),
    ]);
  });
}

const watchBody = (archive) => ({ sessionId: `s${archive}`, positionSeconds: 60, watchedSeconds: 60 });

/** Returns whom the lists are measured for, and the INSERT of a watch. */
async function limitsOf({ child, port }, cookie, token) {
  const call = async (path, init) => {
    const answer = await fetch(`http://localhost:${port}${path}`, init);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await call('/v1/me', { headers: { cookie } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = () =>
    call('/v1/archives/arc_bench1/watch', { method: 'POST', headers, body: JSON.stringify(watchBody(1)) });
  // The second call is a steady one: the viewer is cached.
  await send();
  const { statements } = await statementsDuring(child, send);
  const insert = statements.find(({ text }) => text.includes('archive_watches'));
  if (!insert) throw new Error('The watch call sent no INSERT.');
  return { viewerId: id, watch: insert.text };
}

async function read({ product, limits, driver, cookie }) {
  const targets = Object.fromEntries(
    Object.entries(READS).flatMap(([name, path]) => [
      [`GET ${name}`, { port: product.port, path, headers: { cookie } }],
      [`${name}, bare`, { port: limits.port, path: name, headers: {} }],
    ]),
  );
  const results = await measureInRounds(driver, targets, ROUNDS);
  for (const [name, all] of Object.entries(results)) line(name, all);
  return Object.keys(READS).map((name) => {
    const share = shareOf(results[`GET ${name}`], results[`${name}, bare`]);
    const text = `GET ${name}: ${share.toFixed(2)} of a bare route with the SQL that gives the same rows, prepared; at least ${READ_SHARE}`;
    return [text, share >= READ_SHARE];
  });
}

/** Every viewer watches some archives. The counted watches are deleted in between, so that every round inserts them. */
async function watch({ db, product, limits, tokens }) {
  const pairs = tokens.flatMap((token, index) =>
    Array.from({ length: WATCHED_ARCHIVES }, (_, archive) => ({ token, viewer: index + 1, archive: archive + 1 })),
  );
  const targets = {
    'POST /watch': {
      port: product.port,
      requests: pairs.map(({ token, archive }) =>
        post(product.port, `/v1/archives/arc_bench${archive}/watch`, watchBody(archive), {
          authorization: `Bearer ${token}`,
        }),
      ),
    },
    'INSERT, bare': {
      port: limits.port,
      requests: pairs.map(({ viewer, archive }) =>
        post(limits.port, '/watch', {
          ...watchBody(archive),
          archiveId: `arc_bench${archive}`,
          viewerId: `usr_viewer${viewer}`,
        }),
      ),
    },
  };
  /** @type {Record<string, any[]>} */
  const results = { 'POST /watch': [], 'INSERT, bare': [] };
  for (let round = 1 - ROUNDS.warmUpRounds; round <= ROUNDS.rounds; round += 1)
    for (const [name, target] of Object.entries(targets)) {
      await db.query('delete from archive_watches');
      const result = await sendAll({ ...target, connections: CONNECTIONS });
      if (result.statuses['200'] !== pairs.length) throw new Error(`${name}: ${JSON.stringify(result.statuses)}`);
      if (round > 0) results[name]?.push(result);
    }
  for (const [name, all] of Object.entries(results)) line(name, all);
  const share = shareOf(results['POST /watch'], results['INSERT, bare']);
  const text = `POST /watch: ${share.toFixed(2)} of a bare route with the same conditional INSERT; at least ${WATCH_SHARE}`;
  return [text, share >= WATCH_SHARE];
}

const shareOf = (results = [], limits = []) =>
  median(results.map(({ perSecond }, round) => perSecond / limits[round].perSecond));

function line(name, results) {
  const of = (key) => median(results.map((result) => result[key]));
  console.log(
    `  ${name.padEnd(20)} ${String(Math.round(of('perSecond'))).padStart(6)}/s   p50 ${of('p50').toFixed(2)} ms   p99 ${of('p99').toFixed(2)} ms`,
  );
}
