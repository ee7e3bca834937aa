import { setTimeout as pause } from 'node:timers/promises';

import { printVerdicts } from '../support/figures.mjs';
import { OPENING_AT_ONCE, openWebChannel } from './web-channel.mjs';

const PEOPLE = 500;
/** All answers are sent within this time, evenly, in milliseconds. */
const ANSWERING_MS = 5000;
const ROUNDS = 3;
/** The host sees the last answer counted at most this long after it was given, in milliseconds. */
const MOST_MS = 1000;
const DEADLINE_MS = 15_000;

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** A class of 500 of whom all answer a poll within five seconds: when the host's count is complete, and whether it is. */
export async function pollAnswers({ dataDir, postgres, serve }) {
  const { port, ready } = await serve('realtime/poll-class', [postgres.url, dataDir, String(PEOPLE)]);
  const { tokens, liveUrl, classroomId } = ready;
  const room = new PollRoom({ port, liveUrl, classroomId, tokens });
  await room.listen();
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const result = await room.ask();
    rounds.push(result);
    console.log(
      `  round ${round} of ${ROUNDS}: ${result.accepted} answers accepted, ${result.counted} counted, complete ${Math.round(result.afterMs)} ms after the last one`,
    );
  }
  const slowest = Math.max(...rounds.map(({ afterMs }) => afterMs));
  return printVerdicts([
    [
      `${PEOPLE} answers within ${ANSWERING_MS / 1000} s, none lost`,
      rounds.every(({ accepted, counted, stored }) => accepted === PEOPLE && counted === PEOPLE && stored === PEOPLE),
    ],
    [
      `the host's count complete ${Math.round(slowest)} ms after the last answer: at most ${MOST_MS} ms in every round`,
      slowest <= MOST_MS,
    ],
  ]);
}

class PollRoom {
  /** @type {Map<string, number>} the number of answers that the host sees, by poll */
  counts = new Map();
  onCount = () => undefined;

  constructor({ port, liveUrl, classroomId, tokens }) {
    this.address = `http://localhost:${port}/v1`;
    this.liveUrl = liveUrl;
    this.classroomId = classroomId;
    this.host = tokens[0];
    this.people = tokens.slice(1);
  }

  /** Everybody in the room listens to its polls, as their pages do. */
  async listen() {
    await this.open(this.host, (id, count) => {
      this.counts.set(id, count);
      this.onCount();
    });
    for (let opened = 0; opened < this.people.length; opened += OPENING_AT_ONCE)
      await Promise.all(
        this.people.slice(opened, opened + OPENING_AT_ONCE).map((person) => this.open(person, () => undefined)),
      );
  }

  async open(token, onCount) {
    const { token: liveToken, config } = await this.call(token, 'POST', '/realtime_token', {
      classroomIds: [this.classroomId],
    });
    await openWebChannel(
      this.liveUrl,
      [`rooms/${this.classroomId}/polls`],
      (/** @type {any} */ { fields }) => onCount(fields.id.stringValue, Number(fields.answerCount.integerValue)),
      { projectId: config.projectId, token: liveToken },
    );
  }

  /** One poll, from its opening to the host's complete count. */
  async ask() {
    const polls = `/classrooms/${this.classroomId}/polls`;
    const body = {
      kind: 'single',
      question: 'わかりましたか',
      options: ['はい', 'いいえ'],
      correct: [],
      isNamed: false,
    };
    const { id } = await this.call(this.host, 'POST', polls, { ...body, seconds: null });
    await this.call(this.host, 'POST', `${polls}/${id}/open`, {});
    let lastAt = 0;
    const began = nowMs();
    const sent = this.people.map(async (person, index) => {
      await pause((index * ANSWERING_MS) / PEOPLE);
      await this.call(person, 'PUT', `${polls}/${id}/answer`, { choices: [index % 2] });
      lastAt = nowMs();
    });
    const answers = await Promise.allSettled(sent);
    const accepted = answers.filter(({ status }) => status === 'fulfilled').length;
    if (lastAt - began > ANSWERING_MS * 1.2) console.log(`  answering took ${Math.round(lastAt - began)} ms`);
    const completeAt = await this.complete(id, accepted);
    const { items } = await this.call(this.host, 'GET', polls);
    await this.call(this.host, 'POST', `${polls}/${id}/close`);
    const stored = items.find((poll) => poll.id === id).answerCount;
    return { accepted, counted: this.counts.get(id) ?? 0, stored, afterMs: Math.max(0, completeAt - lastAt) };
  }

  /** Resolves with when the host saw this count; at the deadline with then. */
  complete(id, count) {
    return Promise.race([
      new Promise((done) => {
        this.onCount = () => {
          if (this.counts.get(id) === count) done(nowMs());
        };
        this.onCount();
      }),
      pause(DEADLINE_MS).then(nowMs),
    ]);
  }

  async call(token, method, path, body) {
    const answer = await fetch(`${this.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }
}
