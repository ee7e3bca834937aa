import { readScript } from './script-tree';
import { unknownCalls, wrongFirstCalls } from './wrong-calls';

const route = { path: '/events/{id}', page: 'event', title: 'イベント', access: 'anyone' as const };
const wrongIn = (firstCalls: object) =>
  wrongFirstCalls({ routes: [route], slots: ['top-events'], firstCalls: { pages: {}, slots: {}, ...firstCalls } });
function wrongInScript(text: string): string[] {
  const program = readScript(text);
  if ('problem' in program) throw new Error(program.problem);
  return unknownCalls('page.js', program);
}

it('accepts first calls that read what the path names', () => {
  expect(
    wrongIn({
      pages: {
        event: [
          { call: 'getEvent', params: { id: '{id}' } },
          { call: 'listEvents', query: { state: '{?tab}', limit: 3 }, when: { tab: 'past' } },
        ],
      },
      slots: { 'top-events': [{ call: 'listEvents', query: { limit: 3 } }] },
    }),
  ).toEqual([]);
});

it.each([
  [{ call: 'getEvnt', params: { id: '{id}' } }, 'getEvnt of the page "event" is not in the live api.'],
  [
    { call: 'createEvent' },
    'createEvent of the page "event" is a POST: the server sends for a page only what reads, because a link may be opened by anything.',
  ],
  [{ call: 'getEvent' }, 'getEvent of the page "event" does not say which {id} /events/{id} is asked for.'],
  [
    { call: 'getEvent', params: { id: '{eventId}' } },
    'getEvent of the page "event" takes {eventId} from the path, which /events/{id} does not have.',
  ],
])('rejects the first call %j', (call, sentence) => {
  expect(wrongIn({ pages: { event: [call] } })).toEqual([`The first call ${sentence}`]);
});

it('rejects first calls of a page or slot of others', () => {
  expect(wrongIn({ pages: { classroom: [] }, slots: { 'top-classrooms': [{ call: 'listClassrooms' }] } })).toEqual([
    'remote.json has first calls of the page "classroom", which this remote does not have.',
    'remote.json has first calls of the slot "top-classrooms", which this remote does not have.',
  ]);
});

it.each([
  ['(0,r.t)({name:"getEvent",method:"GET",path:"/event/{id}",tags:["Event"]})', 'GET /event/{id} (getEvent)'],
  ['(0,r.t)({name:"getEvent",method:"POST",path:"/events/{id}"})', 'POST /events/{id} (getEvent)'],
  ['(0,r.t)({name:"getPoll",method:"GET",path:"/polls/{id}"})', 'GET /polls/{id} (getPoll)'],
  ['fetch("/v1/polls")', '/v1/polls'],
  ['fetch(`/v1/event/${id}`)', '/v1/event/'],
])('rejects a script with %s', (text, what) => {
  expect(wrongInScript(text)).toEqual([`page.js calls ${what}, which the live api does not have.`]);
});

it.each([
  ['the reference of a call', '(0,r.t)({name:"getEvent",method:"GET",path:"/events/{id}",tags:["Event"]})'],
  ['addresses of the api', 'fetch(`/v1/events/${id}`); fetch("/v1/events?state=ended"); a("/v1/"+b)'],
  ['files of the api', 'url.startsWith("/v1/images/")'],
  ['other objects', 'x({name:"a",method:"MOVE",path:"/b"}); y({name:a,method:"GET",path:"/b"})'],
])('accepts %s', (_what, text) => {
  expect(wrongInScript(text)).toEqual([]);
});
