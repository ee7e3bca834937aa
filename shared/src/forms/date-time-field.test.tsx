import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';

import { DateTimeField, type DateTimeFieldProps } from './date-time-field';

const NOW = new Date(2026, 10, 21, 13, 10);

beforeEach(() => {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: [
      'setTimeout',
      'setInterval',
      'queueMicrotask',
      'nextTick',
      'setImmediate',
      'performance',
      'requestAnimationFrame',
    ],
  });
});
afterEach(() => jest.useRealTimers());

function setUp(given: Partial<DateTimeFieldProps> = {}, startAt = '2026/11/22 13:45') {
  const heard = jest.fn();
  function Form() {
    const { register, watch } = useForm({ defaultValues: { startAt } });
    heard(watch('startAt'));
    return (
      <DateTimeField
        {...register('startAt')}
        label="開始日時"
        min={NOW}
        max={new Date(2026, 11, 21, 13, 10)}
        {...given}
      />
    );
  }
  render(<Form />);
  const user = userEvent.setup();
  const openButton = () => screen.getByRole('button', { name: '開始日時をカレンダーから選ぶ' });
  return {
    user,
    field: screen.getByRole<HTMLInputElement>('textbox', { name: '開始日時' }),
    openButton,
    async open() {
      await user.click(openButton());
      await screen.findByRole('grid');
    },
    day: (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }),
    formValue: () => heard.mock.lastCall?.[0] as unknown,
  };
}

describe('DateTimeField', () => {
  it('is a text field that accepts typing', async () => {
    const { user, field, formValue } = setUp();
    await user.clear(field);
    await user.type(field, '2026/12/01 20:30');
    expect(formValue()).toBe('2026/12/01 20:30');
  });

  it('opens a calendar on the entered day', async () => {
    const { open, day } = setUp();
    await open();
    expect(screen.getByRole('dialog', { name: '開始日時を選ぶ' })).toBeInTheDocument();
    expect(screen.getByRole('grid', { name: '2026年11月' })).toBeInTheDocument();
    expect(
      within(screen.getByRole('grid'))
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual([...'日月火水木金土']);
    expect(day('2026年11月22日(日)')).toHaveFocus();
    expect(screen.getByRole('gridcell', { selected: true })).toHaveTextContent('22');
    expect(day('2026年11月21日(土)')).toHaveAttribute('aria-current', 'date');
  });

  it('opens on today with the next quarter of an hour when the input is invalid', async () => {
    const { user, open, day, formValue } = setUp({}, 'あした');
    await open();
    expect(day('2026年11月21日(土)')).toHaveFocus();
    expect(screen.getByLabelText('時刻')).toHaveValue('13:15');
    await user.keyboard('{Enter}');
    expect(formValue()).toBe('2026/11/21 13:15');
  });

  it('updates the form with a chosen day and keeps the time', async () => {
    const { user, open, day, field, formValue } = setUp();
    await open();
    await user.click(day('2026年11月30日(月)'));
    expect(field).toHaveValue('2026/11/30 13:45');
    expect(formValue()).toBe('2026/11/30 13:45');
  });

  it('updates the form with a chosen time and keeps the day', async () => {
    const { open, formValue } = setUp();
    await open();
    fireEvent.change(screen.getByLabelText('時刻'), { target: { value: '20:30' } });
    expect(formValue()).toBe('2026/11/22 20:30');
    fireEvent.change(screen.getByLabelText('時刻'), { target: { value: '' } });
    expect(formValue()).toBe('2026/11/22 20:30');
  });

  it.each([
    ['{ArrowRight}', '2026年11月23日(月)'],
    ['{ArrowLeft}', '2026年11月21日(土)'],
    ['{ArrowDown}', '2026年11月29日(日)'],
    ['{ArrowDown}{ArrowDown}', '2026年12月6日(日)'],
    ['{End}', '2026年11月28日(土)'],
    ['{End}{Home}', '2026年11月22日(日)'],
    ['{PageDown}', '2026年12月21日(月)'],
    ['{PageDown}{PageUp}', '2026年11月21日(土)'],
    ['{ArrowUp}', '2026年11月21日(土)'],
    ['{Shift>}{PageDown}{/Shift}', '2026年12月21日(月)'],
  ])('moves with %s to %s, within the limits', async (keys, name) => {
    const { user, open, day } = setUp();
    await open();
    await user.keyboard(keys);
    expect(day(name)).toHaveFocus();
  });

  it('disables the days and months outside the limits', async () => {
    const { user, open, day } = setUp();
    await open();
    expect(day('2026年11月20日(金)')).toBeDisabled();
    expect(screen.getByRole('button', { name: '前の月' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: '次の月' }));
    expect(day('2026年12月21日(月)')).toBeEnabled();
    expect(day('2026年12月22日(火)')).toBeDisabled();
    expect(screen.getByRole('button', { name: '次の月' })).toBeDisabled();
  });

  it.each(['Escape', '決定'])('closes with %s and returns focus to its button', async (by) => {
    const { user, open, openButton } = setUp();
    await open();
    await (by === 'Escape' ? user.keyboard('{Escape}') : user.click(screen.getByRole('button', { name: by })));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(openButton()).toHaveFocus();
  });

  it('also navigates by year in day precision, and closes after one choice', async () => {
    const { user, open, day, field, openButton } = setUp(
      { precision: 'day', min: new Date(1920, 0, 1), max: NOW },
      '2011/05/14',
    );
    await open();
    expect(screen.queryByLabelText('時刻')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: '年' }), '2010年');
    await user.click(day('2010年5月3日(月)'));
    expect(field).toHaveValue('2010/05/03');
    expect(openButton()).toHaveFocus();
  });

  it('shows the error', () => {
    const { field } = setUp({ error: '開始日時は現在以降を指定してください。' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('開始日時は現在以降を指定してください。');
  });
});
