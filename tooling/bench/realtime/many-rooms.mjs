import { answerOf } from '../support/calls.mjs';
import { median, printVerdicts } from '../support/figures.mjs';
import { ask, commit, ROOT, SECRET } from './load.mjs';

const ROOMS = 200;
const PEOPLE = 25;
const PROCESSES = 2;
/** BENCH_SECONDS allows a quick run; the result counts at five minutes. */
const SECONDS = Number(process.env.BENCH_SECONDS || 300);
/** The final share of the run, in which memory must hardly grow. */
const MEASURED = 3 / 5;
const MOST_GROWTH = 0.05;
const TICK_MS = 100;
/** Activity of a lively class. Heartbeats stay in the database; the changes of presence that they cause are written. */
const SECONDS_BETWEEN = { reaction: 30, presence: 120, comment: 5 };
/**
 * Number of live comments per room: each room starts with them, as in the middle of a class, so that none is still
 * filling up.
 */
const LIVE_COMMENTS = 100;
const reactions = ['clap', 'like', 'laugh', 'surprise', 'question'];

/** 200 rooms of 25 people for five minutes: memory of the engine with all rooms at once. */
export async function manyRooms({ postgres, serve, start }) {
  const { child: server, ready } = await serve('realtime/servers', ['engine', postgres.url, SECRET]);
  const { url } = ready;
  const rooms = Array.from({ length: ROOMS }, (_, index) => new Room(`r${index}`));
  for (let first = 0; first < ROOMS; first += 3)
    await commit(
      url,
      rooms.slice(first, first + 3).flatMap((room) => room.begin()),
    );
  const empty = await ask(server);
  const loads = Array.from({ length: PROCESSES }, () => start('realtime/room-people.mjs'));
  await Promise.all(
    loads.map((load, index) => {
      load.send({
        open: {
          url,
          people: PEOPLE,
          rooms: rooms.filter((_, place) => place % PROCESSES === index).map(({ id }) => id),
        },
      });
      return answerOf(load);
    }),
  );
  const full = await ask(server);
  console.log(
    `  ${ROOMS} rooms of ${PEOPLE}: RSS ${mb(empty.rss)} MB without listeners, ${mb(full.rss)} MB with ${ROOMS * PEOPLE}`,
  );
  const samples = await live(url, server, rooms);
  const [parts, after] = [
    await Promise.all(
      loads.map((load) => {
        load.send({ count: true });
        return answerOf(load);
      }),
    ),
    await ask(server),
  ];
  const heard = parts.reduce((sum, part) => sum + part.heard, 0);
  return report(samples, heard, (after.cpuMicros - full.cpuMicros) / 1e6 / SECONDS);
}

/** Runs the rooms, and samples the server's memory every second. */
async function live(url, server, rooms) {
  const samples = [];
  const began = performance.now();
  let looked = -1;
  for (let tick = 0; performance.now() - began < SECONDS * 1000; tick += 1) {
    const writes = rooms.flatMap((room) => room.tick());
    // As in the product: accumulated changes go into one commit, up to its limit.
    for (let first = 0; first < writes.length; first += 400) await commit(url, writes.slice(first, first + 400));
    const second = Math.floor((performance.now() - began) / 1000);
    if (second > looked) {
      looked = second;
      samples.push({ second, rss: (await ask(server)).rss });
      if (second % 30 === 0) console.log(`  ${String(second).padStart(4)} s  RSS ${mb(samples.at(-1)?.rss)} MB`);
    }
    await new Promise((done) => {
      setTimeout(done, Math.max(0, began + (tick + 1) * TICK_MS - performance.now()));
    });
  }
  return samples;
}

/** Creates a room as described by the api's documents. */
class Room {
  #people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: `u${index}`,
    reactionName: null,
    isMuted: true,
    joinedAt: `2026-11-21T10:00:${String(index).padStart(2, '0')}.000Z`,
  }));
  #comments = [];
  #count = 0;

  constructor(id) {
    this.id = id;
  }

  begin() {
    return [
      this.#set('', {
        id: this.id,
        state: 'live',
        participantCount: PEOPLE,
        version: 1,
        updatedAt: new Date().toISOString(),
      }),
      ...this.#people.map((person) => this.#person(person)),
      ...Array.from({ length: LIVE_COMMENTS }, () => this.#comment()).flat(),
    ];
  }

  /** Random activity within a tenth of a second. */
  tick() {
    const writes = [];
    for (const person of this.#people) {
      const isReaction = happens(SECONDS_BETWEEN.reaction);
      if (isReaction) person.reactionName = pick(reactions);
      const isPresence = happens(SECONDS_BETWEEN.presence);
      if (isPresence) person.isMuted = !person.isMuted;
      if (isReaction || isPresence) writes.push(this.#person(person));
    }
    if (happens(SECONDS_BETWEEN.comment)) writes.push(...this.#comment());
    return writes;
  }

  #comment() {
    const id = `c${(this.#count += 1)}`;
    this.#comments.push(id);
    const created = this.#set(`/comments/${id}`, {
      id,
      userId: 'u1',
      nickname: '山田 さくら',
      body: '二つ目の問題は、定数を反対側に移してから割ると解けます。'.repeat(2),
      createdAt: new Date().toISOString(),
    });
    if (this.#comments.length <= LIVE_COMMENTS) return [created];
    return [created, { delete: `${ROOT}/rooms/${this.id}/comments/${this.#comments.shift()}` }];
  }

  #person(person) {
    return this.#set(`/users/${person.id}`, {
      nickname: '山田 さくら',
      avatarUrl: '/media/p-01.svg',
      role: 'listener',
      connection: 'good',
      reactionAt: new Date().toISOString(),
      seat: 1,
      ...person,
    });
  }

  #set(path, data) {
    return {
      update: {
        name: `${ROOT}/rooms/${this.id}${path}`,
        fields: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, valueOf(value)])),
      },
    };
  }
}

const happens = (everySeconds) => Math.random() < TICK_MS / 1000 / everySeconds;
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const mb = (bytes) => Math.round(bytes / 1e6);

function valueOf(value) {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  return typeof value === 'number' ? { integerValue: String(value) } : { stringValue: value };
}

function report(samples, heard, processors) {
  const measured = samples.filter(({ second }) => second >= SECONDS * (1 - MEASURED)).map(({ rss }) => rss);
  const end = Math.max(1, Math.floor(measured.length / 6));
  const [before, after] = [median(measured.slice(0, end)), median(measured.slice(-end))];
  const growth = after / before - 1;
  console.log(
    `  ${Math.round(heard / SECONDS)} documents a second to ${ROOMS * PEOPLE} listeners, ${processors.toFixed(2)} processors`,
  );
  return printVerdicts([
    [
      `RSS ${mb(before)} -> ${mb(after)} MB (highest ${mb(Math.max(...measured))}) in the last ${Math.round(SECONDS * MEASURED)} of ${SECONDS} s: ${(growth * 100).toFixed(1)} %, less than ${MOST_GROWTH * 100} %`,
      growth < MOST_GROWTH,
    ],
  ]);
}
