import type { Io } from './io.ts'

/** Whether output is coloured: as `FORCE_COLOR` says, else not with `NO_COLOR`, else on a terminal. `FORCE_COLOR` goes first, as in Node. */
export function isColored({ env, stdout }: Pick<Io, 'env' | 'stdout'>): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stdout.isTTY === true && (env['NO_COLOR'] ?? '') === ''
}
