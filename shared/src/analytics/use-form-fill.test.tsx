import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { takeTracks } from './track';
import { useFormFill } from './use-form-fill';

function Form() {
  return (
    <form onInput={useFormFill('form_fill_profile')}>
      <input aria-label="名前" />
    </form>
  );
}

it('records the start of filling in once per form', async () => {
  const told: string[] = [];
  const stop = takeTracks((name) => told.push(name));
  const user = userEvent.setup();
  const { unmount } = render(<Form />);
  expect(told).toEqual([]);
  await user.type(screen.getByLabelText('名前'), '宮下');
  expect(told).toEqual(['form_fill_profile']);
  unmount();
  render(<Form />);
  await user.type(screen.getByLabelText('名前'), '小林');
  expect(told).toEqual(['form_fill_profile', 'form_fill_profile']);
  stop();
});
