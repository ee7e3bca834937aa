import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { answerOf } from './support/calls.mjs';
import { load, median, percentile, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';
import { watchMemory } from './support/watched-process.mjs';

const FOLLOWERS = Number(process.env['BENCH_FOLLOWERS'] ?? 50_000);
const PARTICIPANTS = Number(process.env['BENCH_PARTICIPANTS'] ?? 10_000);
/** People with an open page, each with a live connection. */
const ONLINE = Number(process.env['BENCH_ONLINE'] ?? 1000);
const MAX_BELL_MS = 2000;
/** Each is a classroom too. */
const BELL_ROUNDS = 3;
const ROUNDS = 3;
/** Rows of one bare INSERT: as many as one batch of the product. */
const BARE_ROWS = 2000;
const MIN_SHARE_OF_BARE = 0.5;
const MAX_SLOWDOWN = 2;
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;
const MAX_LATENESS = { inApp: 20, mail: 60 };
/** Longest time for any audience, in milliseconds. */
const DEADLINE_MS = 180_000;
const LOAD_MS = 10_000;
/** How long before the reminder is due the event is moved to, in seconds. */
const LEAD_SECONDS = 5;

/** Bells of people online, a classroom of someone with many followers, and a reminder for many participants. */
export async function bench() {
  const sink = await startMailSink();
  try {
    return await withHarness(async ({ dataDir, postgres, connect, serve, start }) => {
      const args = [postgres.url, dataDir, String(FOLLOWERS), String(PARTICIPANTS), sink.url, String(ONLINE)];
      const { child: product, port, ready } = await serve('notifications/product', args);
      const { token, hostToken, liveUrl, bells: sessions } = ready;
      const [driver, bells] = [start('api/load.mjs'), start('notifications/bells.mjs')];
      const world = { db: connect(), product, driver, port, token, hostToken, liveUrl, bells, sessions };
      console.log(`  ${load()}`);
      return printVerdicts([...(await ringBells(world)), ...(await fanOut(world)), ...(await remind(world))]);
    });
  } finally {
    sink.close();
  }
}

/** Notifies users who are online of a new classroom: from the call until the bell of each has moved. */
async function ringBells({ port, hostToken, liveUrl, bells, sessions }) {
  bells.send({ open: { port, liveUrl, sessions } });
  await answerOf(bells);
  const worst = [];
  let missing = 0;
  for (let round = 0; round < BELL_ROUNDS; round += 1) {
    bells.send({ watch: true });
    await answerOf(bells);
    const began = Number(process.hrtime.bigint()) / 1e6;
    const [{ times }] = await Promise.all([answerOf(bells), createClassroom(port, hostToken, round)]);
    missing += ONLINE - times.length;
    worst.push(percentile(times, 0.99) - began);
  }
  // They neither take part in what follows nor cost anything then.
  bells.kill();
  const seconds = worst.map((ms) => (ms / 1000).toFixed(2)).join(', ');
  return [
    [
      `bells of ${ONLINE} people online: p99 ${seconds} s after the call, ${missing} missing; at most ${MAX_BELL_MS / 1000} s`,
      missing === 0 && Math.max(...worst) <= MAX_BELL_MS,
    ],
  ];
}

/** Notifies all followers of a new classroom, while the list of classrooms is requested. */
async function fanOut({ db, product, driver, port, token }) {
  const requests = (ms, warmUpMs) => {
    driver.send({ port, path: '/v1/classrooms', headers: { authorization: `Bearer ${token}` }, ms, warmUpMs });
    return answerOf(driver);
  };
  const before = await requests(LOAD_MS, 2000);
  const seconds = [];
  let during;
  let growth = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const memory = watchMemory(product.pid);
    const idle = await pause(500).then(() => memory.stop());
    const watched = watchMemory(product.pid);
    const answers = round === 0 ? requests(LOAD_MS, 0) : null;
    // Awaited below, unless something else fails first.
    answers?.catch(() => undefined);
    await createClassroom(port, token, round);
    seconds.push(await notifiedSeconds(db, 'classroomCreatedByFollow', FOLLOWERS, BELL_ROUNDS + round + 1));
    during = (await answers) ?? during;
    growth = Math.max(growth, ((await watched.stop()) ?? 0) - (idle ?? 0));
  }
  const bare = await bareSeconds(db);
  // The first round shares the machine with the requests.
  const alone = median(seconds.slice(1));
  const share = bare / alone;
  console.log(
    `  ${FOLLOWERS} followers: told in ${seconds.map((value) => value.toFixed(2)).join(', ')} s (${Math.round(FOLLOWERS / alone)} a second), bare INSERT ${bare.toFixed(2)} s`,
  );
  console.log(`  GET /v1/classrooms p99: ${before.p99.toFixed(1)} ms before, ${during.p99.toFixed(1)} ms meanwhile`);
  return [
    [
      `fan-out: ${share.toFixed(2)} of the rows a second of a bare INSERT; at least ${MIN_SHARE_OF_BARE}`,
      share >= MIN_SHARE_OF_BARE,
    ],
    [
      `GET /v1/classrooms meanwhile: p99 ${(during.p99 / before.p99).toFixed(2)} times of before; at most ${MAX_SLOWDOWN}`,
      during.p99 <= MAX_SLOWDOWN * before.p99,
    ],
    [
      `memory grows by ${Math.round(growth / 1024 / 1024)} MB; at most ${MAX_GROWTH_BYTES / 1024 / 1024}`,
      growth <= MAX_GROWTH_BYTES,
    ],
  ];
}

async function createClassroom(port, token, round) {
  const answer = await fetch(`http://localhost:${port}/v1/classrooms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      name: `教室${round}`,
      categoryId: 'cat_bench',
      startAt: new Date(Date.now() + (round + 1) * 3_600_000).toISOString(),
      allUsers: true,
      audienceMode: false,
      privateMode: false,
    }),
  });
  if (answer.status !== 201)
    throw new Error(`A classroom could not be created: ${answer.status} ${await answer.text()}`);
}

/** Waits until all notifications of a kind are sent for `causes` causes. Returns how long the last one took, in seconds. */
async function notifiedSeconds(db, kind, people, causes) {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const { rows } = await db.query(
      `select told_count, extract(epoch from done_at - created_at)::float as seconds from notification_causes where kind = $1 and done_at is not null order by id`,
      [kind],
    );
    const last = rows.at(-1);
    if (rows.length === causes) {
      if (last.told_count !== people) throw new Error(`${last.told_count} of ${people} people were told.`);
      return last.seconds;
    }
    await pause(100);
  }
  throw new Error(`${kind} did not end.`);
}

/** The time of multi-row INSERTs of the same rows into the same table, in seconds. */
async function bareSeconds(db) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    for (let from = 0; from < FOLLOWERS; from += BARE_ROWS) {
      const rows = Array.from({ length: Math.min(BARE_ROWS, FOLLOWERS - from) }, (_, index) => from + index + 1);
      const values = rows.map(
        (n) =>
          `('bare_${round}_${n}', 'usr_f${n}', 'classroomCreatedByFollow', '教室', '/classrooms/x', 'usr_bench1', now())`,
      );
      await db.query(
        `insert into notifications (id, user_id, kind, title, url, actor_id, created_at) values ${values.join(', ')}`,
      );
    }
    times.push((performance.now() - began) / 1000);
  }
  return median(times);
}

/** Moves the event so that it starts in an hour and some seconds, and waits for the reminders. */
async function remind({ db }) {
  await db.query(
    `update events set start_at = now() + interval '1 hour' + $1 * interval '1 second', entry_open_at = now() + interval '50 minutes', end_at = now() + interval '3 hours' where id = 'evt_bench'`,
    [LEAD_SECONDS],
  );
  await notifiedSeconds(db, 'eventStartBeforeOneHour', PARTICIPANTS, 1);
  const deadline = performance.now() + DEADLINE_MS;
  const queued = async () =>
    Number((await db.query(`select count(*) from notification_deliveries where state = 'queued'`)).rows[0].count);
  while ((await queued()) > 0 && performance.now() < deadline) await pause(200);
  const { rows } = await db.query(
    `select percentile_cont(0.99) within group (order by extract(epoch from n.created_at - c.due_at))::float as in_app,
       percentile_cont(0.99) within group (order by extract(epoch from d.done_at - c.due_at))::float as mail,
       count(*) filter (where d.state = 'sent')::int as sent, count(distinct n.user_id)::int as people, count(*)::int as rows
     from notifications n join notification_causes c on c.id = n.cause_id left join notification_deliveries d on d.notification_id = n.id
     where n.kind = 'eventStartBeforeOneHour'`,
  );
  const [{ in_app: inApp, mail, sent, people, rows: written }] = rows;
  return [
    [
      `${PARTICIPANTS} reminders: ${people} people, ${written} notifications, ${sent} mails`,
      people === PARTICIPANTS && written === PARTICIPANTS && sent === PARTICIPANTS,
    ],
    [`in the product p99 ${inApp.toFixed(1)} s late; at most ${MAX_LATENESS.inApp}`, inApp <= MAX_LATENESS.inApp],
    [`by mail p99 ${(mail ?? Number.NaN).toFixed(1)} s late; at most ${MAX_LATENESS.mail}`, mail <= MAX_LATENESS.mail],
  ];
}

/** A mail server that accepts everything and keeps nothing. */
async function startMailSink() {
  const server = createServer((socket) => {
    let isData = false;
    let text = '';
    socket.setNoDelay(true);
    socket.write('220 sink\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (isData && line !== '.') continue;
        const isBeginOfData = !isData && /^DATA/i.test(line);
        socket.write(isBeginOfData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
        isData = isBeginOfData;
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, close: () => server.close() };
}
