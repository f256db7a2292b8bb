'use strict';
/**
 * Clocks (chapter 9). Milliseconds have no upper bound in the rulebook, so all is reckoned in bigints.
 *
 * @typedef {{initial: bigint, buffer: bigint, increment: bigint, maxGame: bigint|null}} Control
 * @typedef {{main: bigint, gameTime: bigint, end: null|'timeout-player'|'timeout-game-tie'}} Judged
 */

/**
 * @param {bigint} eLoss @param {bigint|null} eTie @param {bigint} spent @param {'loss'|'tie'} clockBoth
 * @returns {Judged['end']}
 */
function endOf(eLoss, eTie, spent, clockBoth) {
  const loss = spent >= eLoss;
  const tie = eTie !== null && spent >= eTie;
  if (!loss && !tie) return null;
  if (!tie) return 'timeout-player';
  if (!loss) return 'timeout-game-tie';
  if (eLoss === eTie) return clockBoth === 'loss' ? 'timeout-player' : 'timeout-game-tie';
  return eLoss < eTie ? 'timeout-player' : 'timeout-game-tie';
}

/**
 * TRB-CLK-2 to TRB-CLK-6, for one turn.
 * @param {Control} control @param {bigint} main @param {bigint} game time of the match before the turn @param {bigint} spent
 * @param {'loss'|'tie'} clockBoth
 * @returns {Judged}
 */
function judgeTurn(control, main, game, spent, clockBoth) {
  const { buffer, increment, maxGame } = control;
  const over = spent > buffer ? spent - buffer : 0n;
  const eTie = maxGame === null ? null : maxGame - game;
  const end = endOf(buffer + main + 1n, eTie, spent, clockBoth);
  return { main: main - over + (end === null ? increment : 0n), gameTime: game + spent, end };
}

module.exports = { judgeTurn };
