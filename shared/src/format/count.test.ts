import { countCharacters, formatCount } from './count';

describe('counting', () => {
  it('groups figures by thousands', () => {
    expect(formatCount(0)).toBe('0');
    expect(formatCount(1234567)).toBe('1,234,567');
  });

  it.each([
    ['', 0],
    ['まなびば', 4],
    ['𠮷野家', 3],
    ['👏👏', 2],
    ['a\nb', 3],
  ])('counts “%s” as %d characters', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });
});
