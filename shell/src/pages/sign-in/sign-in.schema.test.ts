import { slowPlaces } from '@manabiba/shared/testing/hostile-strings';

import { emailForm, schoolForm, signUpForm } from './sign-in.schema';

it.each(Object.entries({ emailForm, schoolForm, signUpForm }))(
  '%s is checked in linear time, whatever is pasted into it',
  (name, form) => {
    expect(slowPlaces(form, name)).toEqual([]);
  },
);
