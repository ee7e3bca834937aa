import { seatPeople, type StagePerson } from './stage-seats';

const person = (id: string, changes: Partial<StagePerson> = {}): StagePerson => ({
  id,
  isTalking: false,
  lastHeardAt: 0,
  keepsPlace: false,
  ...changes,
});
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => person(id)) as [
  StagePerson,
  StagePerson,
  StagePerson,
  StagePerson,
];

it('fills the seats in order', () => {
  expect(seatPeople([], [a, b, c], 6)).toEqual(['a', 'b', 'c']);
});

it('keeps all seats when a seated person speaks', () => {
  expect(seatPeople(['a', 'b', 'c'], [a, b, { ...c, isTalking: true }], 3)).toEqual(['a', 'b', 'c']);
});

it('keeps the seats when the order of the people changes', () => {
  expect(seatPeople(['a', 'b', 'c'], [c, b, a], 3)).toEqual(['a', 'b', 'c']);
});

it('seats a new person at the end', () => {
  expect(seatPeople(['b', 'c'], [a, b, c], 6)).toEqual(['b', 'c', 'a']);
});

it('removes the seat of a person who left', () => {
  expect(seatPeople(['a', 'b', 'c'], [a, c], 6)).toEqual(['a', 'c']);
});

it('replaces the person who has been silent longest with an unseated speaker', () => {
  const people = [
    { ...a, lastHeardAt: 30 },
    { ...b, lastHeardAt: 10 },
    { ...c, lastHeardAt: 20 },
  ];
  expect(seatPeople(['a', 'b', 'c'], [...people, { ...d, isTalking: true }], 3)).toEqual(['a', 'd', 'c']);
});

it('does not replace the host, the viewer or a speaker', () => {
  const people = [
    { ...a, keepsPlace: true },
    { ...b, isTalking: true },
    { ...d, isTalking: true },
  ];
  expect(seatPeople(['a', 'b'], people, 2)).toEqual(['a', 'b']);
});

it('removes silent people first when there are fewer seats', () => {
  const people = [{ ...a, lastHeardAt: 5 }, b, { ...c, isTalking: true }];
  expect(seatPeople(['a', 'b', 'c'], people, 2)).toEqual(['a', 'c']);
});

it('seats the host and the viewer first, then speakers, then others', () => {
  const people = [a, { ...b, isTalking: true }, { ...c, keepsPlace: true }];
  expect(seatPeople([], people, 2)).toEqual(['c', 'b']);
});
