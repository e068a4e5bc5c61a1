import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { MAIN } from '../world-names.ts'
import { findDocument, readServer } from './restore-server.ts'

/** The state of one of the worlds that `--state` keeps. Throws `EmulatorError` that begins with `source`. */
export function exportKept(state: object, name: string, source: string): object {
  const server = readServer(state)
  const world = server?.worlds.find((each) => each.name === name)
  if (world !== undefined) return findDocument(state, world, ['worlds', name])
  const names = server?.worlds.map((each) => each.name) ?? []
  throw new EmulatorError(`${source}: there is no world '${name}' in it${didYouMean(name, [...names, MAIN]) || '.'}`)
}
