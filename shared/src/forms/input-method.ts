import type { KeyboardEvent } from 'react';

/** Safari's key code for the Enter that ends an input method conversion, sent after the conversion has ended. */
const KEY_OF_INPUT_METHOD = 229;

/** Returns whether a key is part of an input method conversion. */
export const isInputMethodKey = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === KEY_OF_INPUT_METHOD;
