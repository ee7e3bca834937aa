/* Replaces every lazy chunk of a remote: the server never renders one. */
module.exports = {};
