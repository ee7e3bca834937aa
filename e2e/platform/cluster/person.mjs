import { randomUUID } from 'node:crypto';

const PATIENCE_MS = 30_000;
/** A page sends one every 20 seconds. One lost in a restart must not remove its person. */
const HEARTBEAT_MS = 10_000;
let people = 0;

/** Calls with the cookies that the answers set, as pages of the product do. */
function newBrowser(publicUrl) {
  const cookies = new Map();

  async function call(method, url, body, headers = {}) {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        origin: publicUrl,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (key) cookies.set(key, value);
    }
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  /** A call that must succeed. */
  async function must(method, url, body) {
    const answer = await call(method, url, body);
    if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  return { call, must };
}

/**
 * A person with a browser's cookies, at the product's address or at one of its instances.
 * @param {{ publicUrl: string }} product
 */
export function newPerson({ publicUrl }) {
  people += 1;
  const serial = people;
  const name = `人${serial}`;
  const email = `person-${serial}-${randomUUID()}@cluster.test`;
  const password = 'sakura-no-ki-7';
  const { call, must } = newBrowser(publicUrl);

  return {
    name,
    email,
    call,
    signUp: (at) =>
      must('POST', `${at}/v1/auth/signup`, {
        email,
        password,
        nickname: name,
        birthDate: '1990-04-12',
        agreeTerms: true,
      }),
    createRoom: async (at) =>
      (
        await must('POST', `${at}/v1/classrooms`, {
          name: '集まって勉強する',
          categoryId: 'cat_math',
          allUsers: true,
          audienceMode: false,
          privateMode: false,
          startAt: new Date().toISOString(),
        })
      ).id,
    /** Joins a room, and stays in it as an open page does. A heartbeat that fails is followed by the next one. */
    join: async (at, room) => {
      await must('POST', `${at}/v1/classrooms/${room}/join`, { recordingConsent: false, deviceId: `device-${serial}` });
      const state = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
      const beat = () => call('POST', `${publicUrl}/v1/classrooms/${room}/presence`, state).catch(() => undefined);
      setInterval(() => void beat(), HEARTBEAT_MS).unref();
    },
    /** Returns how to read live documents of these rooms. */
    openLive: (at, rooms) => must('POST', `${at}/v1/realtime_token`, { classroomIds: rooms }),
    comment: (at, room, body, key = randomUUID()) =>
      call('POST', `${at}/v1/classrooms/${room}/comments`, { body }, { 'idempotency-key': key }),
  };
}

/** Returns the texts of the live comments of a room, as its participants see them. */
export async function liveComments(live, { token }, room) {
  const answer = await fetch(
    `${live}/v1/projects/manabiba/databases/(default)/documents/rooms/${room}/comments?pageSize=300`,
    { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(PATIENCE_MS) },
  );
  if (!answer.ok) throw new Error(`The engine answered ${answer.status}: ${await answer.text()}`);
  const { documents = [] } = await answer.json();
  return documents.map(({ fields }) => fields.body.stringValue);
}
