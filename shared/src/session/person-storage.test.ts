import { aMe } from '../testing/builders';
import { bindToPerson, forgetPerson, personMemory, personStorage } from './person-storage';
import { createSessionStore } from './session-store';

const words = personMemory(() => new Map<string, string>());
const storages = { local: personStorage('local'), session: personStorage('session') };
const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
let stop: () => void = () => undefined;

function setUp(me: Parameters<typeof createSessionStore>[0]) {
  const store = createSessionStore(me);
  stop = bindToPerson(store);
  return store;
}

function write() {
  words().set('cls_1', '書きかけ');
  for (const storage of Object.values(storages)) storage.write('recent', '微分');
}
const remembered = () => [words().get('cls_1'), storages.local.read('recent'), storages.session.read('recent')];
const nothing = [undefined, null, null];

afterEach(() => {
  stop();
  forgetPerson();
  localStorage.clear();
  sessionStorage.clear();
});

const hanako = aMe('adult', { id: 'usr_1' });
const taro = aMe('adult', { id: 'usr_2' });

it('keeps values for one user while the data of that user changes', () => {
  const store = setUp({ me: hanako });
  write();
  store.setState({ me: { ...hanako, unreadNotificationCount: 7 } });
  expect(remembered()).toEqual(['書きかけ', '微分', '微分']);
});

it.each([
  ['signs out', null],
  ['becomes a visitor', aMe('anonymous')],
  ['is replaced by another user', taro],
])('clears all data of a user who %s', (_how, me) => {
  const store = setUp({ me: hanako });
  write();
  store.setState({ me });
  expect(remembered()).toEqual(nothing);
  expect(keys()).toEqual([]);
  store.setState({ me: hanako });
  expect(remembered()).toEqual(nothing);
});

it('does not expose visitor data to the user who signs in', () => {
  const store = setUp({ me: aMe('anonymous') });
  write();
  store.setState({ me: hanako });
  expect(remembered()).toEqual(nothing);
  expect(keys()).toEqual([]);
});

it('keeps visitor data while the session is opened', () => {
  const store = setUp({ me: null });
  write();
  store.setState({ me: aMe('anonymous') });
  expect(remembered()).toEqual(['書きかけ', '微分', '微分']);
});

it.each([
  ['another user', taro],
  ['a visitor', aMe('anonymous')],
])('deletes the data of the previous user when the page opens for %s', (_who, me) => {
  setUp({ me: hanako });
  write();
  stop();
  setUp({ me });
  expect(storages.local.read('recent')).toBeNull();
  expect(keys()).toEqual([]);
});

it('deletes nothing while the user is unknown', () => {
  setUp({ me: hanako });
  write();
  stop();
  const store = setUp({ me: null });
  expect(storages.local.read('recent')).toBeNull();
  store.setState({ me: hanako });
  expect(storages.local.read('recent')).toBe('微分');
});

it('ends pending work when it is cleared', () => {
  const ended = jest.fn();
  const work = personMemory(() => 'work', ended);
  work();
  forgetPerson();
  expect(ended).toHaveBeenCalledWith('work');
  forgetPerson();
  expect(ended).toHaveBeenCalledTimes(1);
});

it('discards writes while the page unloads', async () => {
  // A reloaded page has fresh modules; so has this test.
  await jest.isolateModulesAsync(async () => {
    const { forgetForGood, personStorage: storageOf } = await import('./person-storage');
    const storage = storageOf('session');
    storage.write('recent', '微分');
    forgetForGood();
    storage.write('room', 'cls_1');
    expect(keys()).toEqual([]);
  });
});

it('works without storage', () => {
  setUp({ me: hanako });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storages.local.write('recent', '微分');
  expect(storages.local.read('recent')).toBeNull();
});
