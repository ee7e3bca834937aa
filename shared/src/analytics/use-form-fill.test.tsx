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
  const recorded: string[] = [];
  const stop = takeTracks((name) => recorded.push(name));
  const user = userEvent.setup();
  const { unmount } = render(<Form />);
  expect(recorded).toEqual([]);
  await user.type(screen.getByLabelText('名前'), '宮下');
  expect(recorded).toEqual(['form_fill_profile']);
  unmount();
  render(<Form />);
  await user.type(screen.getByLabelText('名前'), '小林');
  expect(recorded).toEqual(['form_fill_profile', 'form_fill_profile']);
  stop();
});
