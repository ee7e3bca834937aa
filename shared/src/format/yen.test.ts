import { formatPrice, formatYen } from './yen';

describe('yen', () => {
  it('is a total with its unit', () => {
    expect(formatYen(1500)).toBe('1,500円');
    expect(formatYen(0)).toBe('0円');
  });

  it('formats a price with a note that tax is included, or as free', () => {
    expect(formatPrice(1500)).toBe('1,500円(税込)');
    expect(formatPrice(0)).toBe('無料');
  });
});
