import type { Io } from './io.ts'

/** True if output has colours: `FORCE_COLOR` decides first, as in Node, then `NO_COLOR` and `TERM=dumb`, then whether stdout is a terminal. */
export function isColored({ env, stdout }: Pick<Io, 'env' | 'stdout'>): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}

/** True if a line of progress can be drawn again: on a terminal, except one without cursor movement (`TERM=dumb`). */
export function canRedraw(output: unknown, env: Io['env']): boolean {
  return (output as { readonly isTTY?: boolean }).isTTY === true && env['TERM'] !== 'dumb'
}
