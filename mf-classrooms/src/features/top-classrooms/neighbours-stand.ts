/** Message shown under a failed section while the rest of the top page works. */
export const neighboursStand = 'ほかの部分はそのままご利用いただけます。しばらくしてからもう一度お試しください。';
