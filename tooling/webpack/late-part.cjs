/* Stands for every part of a remote that browsers load later: the server never draws one. */
module.exports = {};
