/** People in each live room. */
const IN_ROOM = 20;
/** Has no divisor in common with the number of people or of actions. */
const STEP = 37;

/**
 * The mix of 100 actions: what people in rooms and people who browse ask for in the busiest hour, by docs/capacity.md. The
 * calls of a join are reads there as well.
 */
const SHARES = {
  heartbeat: 29,
  'list of classrooms': 20,
  'list, anonymous': 12,
  classroom: 20,
  me: 8,
  search: 5,
  comment: 6,
};

/**
 * Opens live rooms and lets people join them. Returns a function that makes the next action of the mix, always in the same
 * order.
 * @param {{ url: string, tokens: string[] }} product
 */
export async function openRooms({ url, tokens }) {
  const post = async (path, token, body) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const people = [];
  for (let first = 0; first < tokens.length; first += IN_ROOM) {
    const [host, ...others] = tokens.slice(first, first + IN_ROOM);
    const { id } = await post('/classrooms', host, {
      name: '集まって勉強する',
      categoryId: 'cat_bench',
      allUsers: true,
      audienceMode: false,
      privateMode: false,
      startAt: new Date().toISOString(),
    });
    for (const [index, token] of [host, ...others].entries()) {
      const room = { recordingConsent: false, deviceId: `device-${first + index}` };
      await post(`/classrooms/${id}/join`, token, room);
      people.push({ token, room: id });
    }
  }
  return actionsOf(people);
}

function actionsOf(people) {
  const order = interleaved(SHARES);
  let turn = 0;
  return () => {
    const name = order[turn % order.length] ?? '';
    // Each round begins with another user, so that all do everything, and no one comments twice in a second.
    const person = people[(turn + Math.floor(turn / order.length) * STEP) % people.length];
    turn += 1;
    return { name, ...requestOf(name, person, turn) };
  };
}

function requestOf(name, { token, room }, serial) {
  const signedIn = { authorization: `Bearer ${token}` };
  /** @param {string} path @param {Record<string, string>} [headers] */
  const get = (path, headers = signedIn) => ({ method: 'GET', path: `/v1${path}`, headers });
  const post = (path, body, headers = {}) => ({
    method: 'POST',
    path: `/v1${path}`,
    headers: { ...signedIn, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  switch (name) {
    case 'heartbeat':
      return post(`/classrooms/${room}/presence`, {
        isMuted: true,
        isCameraOn: false,
        isScreenOn: false,
        connection: 'good',
      });
    case 'comment':
      return post(
        `/classrooms/${room}/comments`,
        { body: `この問題の解き方を教えてください ${serial}` },
        { 'idempotency-key': `load-${serial}` },
      );
    case 'classroom':
      return get(`/classrooms/cls_bench${(serial % 400) + 1}`);
    case 'me':
      return get('/me');
    case 'search':
      return get(`/search?q=${encodeURIComponent('微分積分')}`);
    case 'list, anonymous':
      return get('/classrooms', {});
    default:
      return get('/classrooms');
  }
}

/** Spreads the kinds evenly over one round of 100. */
function interleaved(shares) {
  return Object.entries(shares)
    .flatMap(([name, count]) => Array.from({ length: count }, (_, index) => ({ name, at: (index + 0.5) / count })))
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name);
}
