import { formatPrice, formatYen } from './yen';

describe('yen', () => {
  it('is a whole sum with its unit', () => {
    expect(formatYen(1500)).toBe('1,500円');
    expect(formatYen(0)).toBe('0円');
  });

  it('as a price says that tax is in it, or that there is nothing to pay', () => {
    expect(formatPrice(1500)).toBe('1,500円(税込)');
    expect(formatPrice(0)).toBe('無料');
  });
});
