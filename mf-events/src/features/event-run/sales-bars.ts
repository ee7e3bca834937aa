import type { EventSales } from '@manabiba/shared/contract/event-sales';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { millisecondsInDay } from 'date-fns/constants';

import type { ChartBar } from '../../core/organizing/sales-chart';

/** The maximum number of days in the chart; the most recent ones are shown. */
const MAX_DAYS = 28;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-MM-dd'.length);

/** Returns one bar per day from the first to the last confirmed participation, including days without any. */
export function salesBars(perDay: EventSales['perDay']): ChartBar[] {
  const first = Date.parse(perDay[0]?.day ?? '');
  const last = Date.parse(perDay.at(-1)?.day ?? '');
  if (Number.isNaN(first) || Number.isNaN(last)) return [];
  let total = 0;
  const bars = Array.from({ length: (last - first) / millisecondsInDay + 1 }, (_, index) => {
    const day = dayOf(first + index * millisecondsInDay);
    const { applications, gross } = perDay.find((sold) => sold.day === day) ?? { applications: 0, gross: 0 };
    total += applications;
    const [, month = '', date = ''] = day.split('-');
    return {
      key: day,
      label: `${Number(month)}/${Number(date)}`,
      value: applications,
      sum: total,
      cells: [`${formatCount(applications)}件`, formatYen(gross), `${formatCount(total)}件`],
    };
  });
  return bars.slice(-MAX_DAYS);
}
