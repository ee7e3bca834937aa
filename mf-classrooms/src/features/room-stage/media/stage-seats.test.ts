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

it('fills the places in order', () => {
  expect(seatPeople([], [a, b, c], 6)).toEqual(['a', 'b', 'c']);
});

it('moves nobody when somebody talks who has a place', () => {
  expect(seatPeople(['a', 'b', 'c'], [a, b, { ...c, isTalking: true }], 3)).toEqual(['a', 'b', 'c']);
});

it('keeps the places when the order of the people changes', () => {
  expect(seatPeople(['a', 'b', 'c'], [c, b, a], 3)).toEqual(['a', 'b', 'c']);
});

it('puts who joins at the end', () => {
  expect(seatPeople(['b', 'c'], [a, b, c], 6)).toEqual(['b', 'c', 'a']);
});

it('closes the place of who left', () => {
  expect(seatPeople(['a', 'b', 'c'], [a, c], 6)).toEqual(['a', 'c']);
});

it('gives a person who talks the place of who has been silent for longest', () => {
  const people = [
    { ...a, lastHeardAt: 30 },
    { ...b, lastHeardAt: 10 },
    { ...c, lastHeardAt: 20 },
  ];
  expect(seatPeople(['a', 'b', 'c'], [...people, { ...d, isTalking: true }], 3)).toEqual(['a', 'd', 'c']);
});

it('takes no place from the host or the viewer, nor from somebody who talks', () => {
  const people = [
    { ...a, keepsPlace: true },
    { ...b, isTalking: true },
    { ...d, isTalking: true },
  ];
  expect(seatPeople(['a', 'b'], people, 2)).toEqual(['a', 'b']);
});

it('lets the silent go first when there are fewer places', () => {
  const people = [{ ...a, lastHeardAt: 5 }, b, { ...c, isTalking: true }];
  expect(seatPeople(['a', 'b', 'c'], people, 2)).toEqual(['a', 'c']);
});

it('places who keeps a place before who talks, and both before the others', () => {
  const people = [a, { ...b, isTalking: true }, { ...c, keepsPlace: true }];
  expect(seatPeople([], people, 2)).toEqual(['c', 'b']);
});
