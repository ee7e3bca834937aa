import { aClassroom } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { Timetable } from './timetable';

const dayOf = (startAt: string) => ({
  key: startAt,
  moment: startAt,
  items: [aClassroom({ name: `教室 ${startAt}`, startAt })],
});

it('shows the name of a public holiday on that day only', async () => {
  renderWithApp(
    <Timetable
      days={[dayOf('2026-11-23T12:00:00'), dayOf('2026-11-24T12:00:00'), dayOf('2027-01-01T12:00:00')]}
      categoryName={() => '数学'}
    />,
  );
  expect(await screen.findByRole('heading', { name: /11月23日.*勤労感謝の日/ })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: /11月24日/ })).not.toHaveTextContent(/の日$/);
  expect(screen.getByRole('heading', { name: /1月1日.*元日/ })).toBeInTheDocument();
});

it('leads from a class to its series, with the number of the date unless it is cancelled', async () => {
  const inSeries = (id: string, number: number | null) =>
    aClassroom({ startAt: '2026-11-24T12:00:00', series: { id, title: '星を学ぶ', number } });
  const items = [inSeries('srs_1', 2), inSeries('srs_2', null)];
  renderWithApp(<Timetable days={[{ ...dayOf('2026-11-24T12:00:00'), items }]} categoryName={() => '数学'} />);
  const held = await screen.findByRole('link', { name: '連続講座『星を学ぶ』 第2回' });
  expect(held).toHaveAttribute('href', '/series/srs_1');
  expect(screen.getByRole('link', { name: '連続講座『星を学ぶ』' })).toHaveAttribute('href', '/series/srs_2');
});
