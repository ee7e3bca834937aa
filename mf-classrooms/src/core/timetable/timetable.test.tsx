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
