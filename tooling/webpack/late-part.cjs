/* Stands for every part of a remote that browsers load later: the server never renders one. */
module.exports = {};
