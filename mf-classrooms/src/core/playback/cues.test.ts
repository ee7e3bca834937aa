import { captionAt, type Cue, lastBegun, plainText, readCues } from './cues';

const aTrack = (cues: object[]) => ({ cues }) as unknown as TextTrack;

it('reads the cues of a track in order, without tags and empty ones', () => {
  const track = aTrack([
    { startTime: 5, endTime: 6, text: '<i></i>' },
    { startTime: 3, endTime: 4, text: 'a &lt; b &amp; c' },
    { startTime: 1, endTime: 2.5, text: '<v 小林>青い矢印の長さが\n <b>r</b> です。' },
  ]);
  expect(readCues(track)).toEqual([
    { start: 1, end: 2.5, text: '青い矢印の長さが\nr です。' },
    { start: 3, end: 4, text: 'a < b & c' },
  ]);
});

it('has no cues before the file has loaded', () => {
  expect(readCues(null)).toEqual([]);
  expect(readCues({ cues: null } as TextTrack)).toEqual([]);
});

it('shows ruby without its reading, and references as characters', () => {
  expect(plainText('<ruby>震<rt>ふる</rt></ruby>える it&#39;s &quot;fine&quot;')).toBe('震える it\'s "fine"');
  expect(plainText('<ruby>震<rt>ふる</ruby>える')).toBe('震える');
});

it('leaves unknown entities as they are', () => {
  expect(plainText('A&B &unknown; C')).toBe('A&B &unknown; C');
});

it('finds what is shown at a position', () => {
  const cues: Cue[] = [
    { start: 0, end: 12, text: 'a' },
    { start: 10, end: 20, text: 'b' },
  ];
  expect([-1, 0, 11, 12, 20].map((at) => captionAt(cues, at))).toEqual(['', 'a', 'a\nb', 'b', '']);
  expect([-1, 0, 9.9, 10, 99].map((at) => lastBegun(cues, at))).toEqual([-1, 0, 0, 1, 1]);
});
