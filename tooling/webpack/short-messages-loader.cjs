/** React's production build writes most errors as numbers, but not these. The stack names the function anyway. */
const messages = /** @type {[RegExp, string][]} */ ([
  [/"takes an object of state variables to update[^"]+"/, '"setState"'],
  [/"Objects are not valid as a React child[\s\S]+?use an array instead\."/, '"Not a React child: " + array'],
  [/"React\.Children\.only expected[^"]+"/, '"Children.only"'],
  [/"The argument must be a React element, but you passed " \+ element \+ "\."/, '"cloneElement"'],
]);

/**
 * Shortens the errors that React's production build writes in full.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function shortenMessages(source) {
  return messages.reduce((text, [long, short]) => {
    if (!long.test(text)) this.emitError(new Error(`${this.resourcePath} has other messages: adapt this loader.`));
    return text.replace(long, short);
  }, source);
};
