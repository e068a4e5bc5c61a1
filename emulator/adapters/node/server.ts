import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { aText, checkOptions, type OptionKinds } from '../../engine/checking/options.ts'
import { anEmulator, emulatorOptions, type EmulatorOptions } from '../../host/emulator-options.ts'
import { createEmulator, serveControl } from '../create-emulator.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { realTime } from '../../engine/world/clock.ts'
import { worldWays, type WorldWay } from '../../host/world-names.ts'
import { isHostName } from './own-names.ts'
import { serveEmulator, type ListenOptions, type RunningServer } from './serve-emulator.ts'
import type { TlsFiles } from './tls/server-tls.ts'

export { realTime } from '../../engine/world/clock.ts'
export type { RunningServer } from './serve-emulator.ts'

export interface ServerOptions extends EmulatorOptions, ListenOptions {
  /** Serves this emulator in place of a new one. */
  readonly emulator?: Emulator
}

const serverOptions: OptionKinds<ServerOptions> = {
  ...emulatorOptions,
  port: {
    expected: 'an integer from 0 to 65535',
    fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
  },
  host: aText,
  names: {
    expected: "host names or addresses without port, such as ['svc.qa']",
    fits: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string' && isHostName(name)),
  },
  behindProxy: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  emulator: anEmulator,
  controlToken: aText,
  tls: {
    expected: 'true, or { cert, key } with PEM',
    fits: (value) => typeof value === 'boolean' || isTlsFiles(value),
  },
  worlds: { expected: "'required' or 'auto'", fits: (value) => value === 'required' || value === 'auto' },
  worldFrom: {
    expected: `some of ${worldWays.join(', ')}`,
    fits: (value) => Array.isArray(value) && value.every((way) => worldWays.includes(way as WorldWay)),
  },
}

function isTlsFiles(value: unknown): value is TlsFiles {
  const isPem = (part: unknown): boolean => typeof part === 'string' || part instanceof Uint8Array
  return isObject(value) && isPem(value['cert']) && isPem(value['key']) && Object.keys(value).length === 2
}

/**
 * Serves an emulator over HTTP and WebSocket. Rejects with `EmulatorError` for wrong options, and with the system's
 * `code` if it cannot listen.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  if (anEmulator.fits(options)) throw new EmulatorError('startServer takes options: startServer({ emulator })')
  checkOptions('startServer', options, serverOptions)
  const { port = 0, host = '127.0.0.1', controlToken, emulator: given, tls, worlds, worldFrom, ...others } = options
  const { names, behindProxy, ...rest } = others
  const emulator =
    given === undefined ? createEmulator({ real: realTime, ...rest }) : rejectOptionsWithEmulator(given, rest)
  instanceOf(emulator).site.control ??= serveControl
  return serveEmulator(emulator, port, host, { controlToken, tls, worlds, worldFrom, names, behindProxy })
}

/** Refuses options that only a new emulator could take. */
function rejectOptionsWithEmulator(emulator: Emulator, others: EmulatorOptions): Emulator {
  const names = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length === 0) return emulator
  throw new EmulatorError(
    `startServer: ${names.join(', ')} cannot be combined with an existing emulator; give them to createEmulator`,
  )
}
