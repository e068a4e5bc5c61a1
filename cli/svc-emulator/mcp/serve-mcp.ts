import { createInterface } from 'node:readline'
import { PassThrough, type Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ControlClient } from '../../../emulator/scenario/control-client/control-client.ts'
import { shortened } from '../../../emulator/contract/shortened.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { lostNumbers, shallowJson } from '../../../emulator/engine/checking/lost-number.ts'
import { describe } from '../../../emulator/engine/checking/problems.ts'
import { startServer, realTime } from '../../../emulator/adapters/node/server.ts'
import { createEmulator } from '../../../emulator/adapters/create-emulator.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { startOptions } from '../start-options.ts'
import { untilSignal } from '../until-signal.ts'
import type { Controlled } from './agent-world.ts'
import { createMcpServer } from './mcp-server.ts'
import { StdioServerTransport, type JSONRPCMessage } from './sdk.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'

/** Settings from the flags of `mcp`. */
interface McpSettings {
  /** Root of the API. */
  readonly target: string | undefined
  readonly controlToken: string | undefined
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
  readonly allowRun: boolean
}

/** Key of the default fixture. */
function findKnownKey({ target, fixtures }: McpSettings): string | undefined {
  return target === undefined && fixtures === undefined ? 'svc-key-ada-admin' : undefined
}

interface Running extends Controlled {
  close(): Promise<void>
}

const TOO_LONG =
  'a message has more than 10 MiB, the most that MCP over stdio takes, and the connection ended. ' +
  `Start a server, send what is larger to its API, and use ${ownCommand} mcp --target URL`

/** Serves an agent until it closes stdin, or a signal arrives. */
export async function serveMcp(settings: McpSettings, io: Io): Promise<void> {
  const stopped = untilSignal(io.stopping)
  const controlled =
    settings.target === undefined ? await started(settings) : await running(settings.target, settings.controlToken)
  const stopping = new AbortController()
  let isTooLong = false
  try {
    const calls = new Set<Promise<unknown>>()
    const server = createMcpServer({
      controlled,
      knownKey: findKnownKey(settings),
      env: io.env,
      allowRun: settings.allowRun,
      stopping: stopping.signal,
      calls,
    })
    const input = new PassThrough()
    const stdout = io.stdout as Writable
    const transport = new StdioServerTransport(input, stdout)
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve
      // A line that is not a message is ignored. After one that is too long, the transport closes.
      server.onerror = ({ message }) => {
        if (/exceeded maximum size/.test(message)) isTooLong = true
        else writeNote(io, `svc-emulator: invalid message: ${shortened(message.replace(/\s+/g, ' '), 200)}`)
      }
      // The transport does not notice that its peer has closed stdin.
      io.stdin.once('end', resolve).once('close', resolve)
    })
    await server.connect(transport)
    createInterface(io.stdin).on('line', (line) => {
      const refusal = refuseLostNumber(line)
      if (refusal === undefined) input.write(`${withoutNulls(line)}\n`)
      else void transport.send(refusal)
    })
    await Promise.race([closed.then(() => answered(calls, stdout)), stopped])
    await server.close()
    if (isTooLong) throw new EmulatorError(TOO_LONG)
  } finally {
    stopping.abort()
    await controlled.close()
  }
}

/** Answers a call with a number that cannot be kept as it was sent; undefined for any other line. */
function refuseLostNumber(line: string): JSONRPCMessage | undefined {
  for (const { path, message } of lostNumbers(line)) {
    const call = shallowJson(line) as { readonly id?: string | number } | undefined
    if (call?.id === undefined) return undefined
    const text = describe({ kind: 'value', path: path.slice(2), message })
    return { jsonrpc: '2.0', id: call.id, result: { content: [{ type: 'text', text }], isError: true } }
  }
  return undefined
}

/** Leaves out parameters and arguments that are null, as some agents send them where there are none. */
function withoutNulls(line: string): string {
  const message = shallowJson(line)
  if (!isObject(message)) return line
  const { params } = message
  if (params === null) return JSON.stringify({ ...message, params: undefined })
  if (!isObject(params) || params['arguments'] !== null) return line
  return JSON.stringify({ ...message, params: { ...params, arguments: undefined } })
}

/** Waits until all calls are answered, and the answers were read. */
async function answered(calls: ReadonlySet<Promise<unknown>>, stdout: Writable): Promise<void> {
  // A call starts, and is answered, in later turns of the event loop than its message.
  await setImmediate()
  while (calls.size > 0) {
    await Promise.allSettled(calls)
    await setImmediate()
  }
  await new Promise((resolve) => stdout.write('', resolve))
}

async function started({ fixtures, seed }: Pick<McpSettings, 'fixtures' | 'seed'>): Promise<Running> {
  const options = await startOptions({ fixtures, seed })
  const server = await startServer({ emulator: createEmulator({ ...options, real: realTime, trace: true }) })
  return { origin: new URL(server.url).origin, controlToken: server.controlToken, close: () => server.close() }
}

async function running(target: string, controlToken: string | undefined): Promise<Running> {
  const { origin } = new URL(target)
  const client = new ControlClient(`${origin}/__emulator`, { token: controlToken })
  const { body } = await client.request('GET /health').catch((error: unknown) => {
    throw new EmulatorError(
      `no emulator answers at ${origin}: ${((error as Error).cause as Error | undefined)?.message ?? (error as Error).message}`,
    )
  })
  if ((body as { status?: unknown }).status !== 'ok')
    throw new EmulatorError(`the server at ${origin} is not an emulator`)
  return { origin, controlToken, close: async () => {} }
}
