const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** Weekday header of a day grid. */
export function WeekdayHead() {
  return (
    <thead>
      <tr>
        {weekdays.map((name) => (
          <th key={name} scope="col" abbr={`${name}曜日`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
