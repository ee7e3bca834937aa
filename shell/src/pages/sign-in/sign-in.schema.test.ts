import { slowPlaces } from '@manabiba/shared/testing/hostile-strings';

import { emailForm, schoolForm, signUpForm } from './sign-in.schema';

it.each(Object.entries({ emailForm, schoolForm, signUpForm }))(
  '%s is checked in linear time for any pasted input',
  (name, form) => {
    expect(slowPlaces(form, name)).toEqual([]);
  },
);
