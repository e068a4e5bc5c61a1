import { setImmediate } from 'node:timers/promises'
import { ControlClient } from '../../../emulator/scenario/control-client/control-client.ts'
import { shortened } from '../../../emulator/contract/shortened.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import { startServer, realTime } from '../../../emulator/adapters/node/server.ts'
import { VERSION } from '../../../emulator/contract/version.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { startOptions } from '../start-options.ts'
import { untilSignal } from '../until-signal.ts'
import { BoundedLines, MAX_LINE } from './bounded-lines.ts'
import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from './sdk.ts'
import { buildRequest, tools } from './tools.ts'

/** Settings from the flags of `mcp`. */
export interface McpSettings {
  /** Root of the API. */
  readonly target: string | undefined
  readonly controlToken: string | undefined
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
}

/** Maximum of UTF-16 units in an answer: more would fill the context of an agent. */
const MAX_ANSWER = 120_000

/** Error code of JSON-RPC 2.0. */
const INVALID_REQUEST = -32_600

interface Controlled {
  /** Origin of the server. */
  readonly origin: string
  readonly controlToken: string | undefined
  close(): Promise<void>
}

/** Serves an agent until it closes stdin, or a signal arrives. */
export async function serveMcp(settings: McpSettings, io: Io): Promise<void> {
  const stopped = untilSignal()
  const controlled =
    settings.target === undefined ? await started(settings) : await running(settings.target, settings.controlToken)
  try {
    const calls = new Set<Promise<unknown>>()
    const server = createMcpServer(controlled, calls)
    const lines = new BoundedLines((id) => {
      const error = { code: INVALID_REQUEST, message: `a message has at most ${MAX_LINE / 1024 / 1024} MiB` }
      // A message without a readable id is answered with null (JSON-RPC 2.0, 5).
      void transport.send({ jsonrpc: '2.0', id: id as string | number, error })
    })
    const transport = new StdioServerTransport(lines as unknown as NodeJS.ReadStream)
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve
      // A line that is not a message is ignored.
      server.onerror = ({ message }) =>
        writeNote(io, `svc-emulator: what was sent is no message: ${shortened(message.replace(/\s+/g, ' '), 200)}`)
      // The transport does not notice that its peer has closed stdin.
      lines.once('end', resolve)
      io.stdin.once('close', () => lines.end())
    })
    await server.connect(transport)
    io.stdin.pipe(lines)
    await Promise.race([closed.then(() => answered(calls)), stopped])
    await server.close()
  } finally {
    await controlled.close()
  }
}

/** Waits until all calls are answered, and the answers were read. */
async function answered(calls: ReadonlySet<Promise<unknown>>): Promise<void> {
  // A call starts, and is answered, in later turns of the event loop than its message.
  await setImmediate()
  while (calls.size > 0) {
    await Promise.allSettled(calls)
    await setImmediate()
  }
  await new Promise((resolve) => process.stdout.write('', resolve))
}

async function started({ fixtures, seed }: McpSettings): Promise<Controlled> {
  const options = await startOptions({ fixtures, seed })
  const server = await startServer({ ...options, real: realTime })
  return { origin: new URL(server.url).origin, controlToken: server.controlToken, close: () => server.close() }
}

async function running(target: string, controlToken: string | undefined): Promise<Controlled> {
  const { origin } = new URL(target)
  const client = new ControlClient(origin, { token: controlToken })
  const { body } = await client.request('GET', '/__emulator/health').catch((error: unknown) => {
    throw new EmulatorError(
      `no emulator answers at ${origin}: ${((error as Error).cause as Error | undefined)?.message ?? (error as Error).message}`,
    )
  })
  if ((body as { status?: unknown }).status !== 'ok')
    throw new EmulatorError(`what answers at ${origin} is no emulator`)
  return { origin, controlToken, close: async () => {} }
}

/** Creates the MCP server. `calls` holds the calls in progress. */
function createMcpServer({ origin, controlToken }: Controlled, calls: Set<Promise<unknown>>): Server {
  const client = new ControlClient(origin, { token: controlToken })
  const server = new Server(
    { name: 'svc-emulator', version: VERSION },
    { capabilities: { tools: {} }, instructions: instructionsFor(origin) },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ call: _call, ...tool }) => tool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const tool = tools.find((each) => each.name === name)
    if (tool === undefined)
      return failed(
        `there is no tool '${shortened(name)}'${didYouMean(
          name,
          tools.map((each) => each.name),
        )}`,
      )
    const { method, path, json } = buildRequest(tool, input)
    const asked = client.request(method, path, json)
    calls.add(asked)
    try {
      const { status, body } = await asked
      return status < 400
        ? { content: [{ type: 'text' as const, text: bounded(JSON.stringify(body)) }] }
        : failed(refusalText(body))
    } catch (error) {
      return failed(`the emulator at ${origin} does not answer: ${(error as Error).message}`)
    } finally {
      calls.delete(asked)
    }
  })
  return server
}

function failed(text: string) {
  return { content: [{ type: 'text' as const, text: bounded(text) }], isError: true }
}

function refusalText(body: unknown): string {
  const { error, message } = body as { error?: string; message?: string }
  return `${error ?? 'refused'}: ${message ?? JSON.stringify(body)}`
}

function bounded(text: string): string {
  return text.length <= MAX_ANSWER
    ? text
    : `${text.slice(0, MAX_ANSWER)}… (${text.length - MAX_ANSWER} more characters; ask for a page or one record)`
}

function instructionsFor(origin: string): string {
  return (
    `A deterministic emulator of the svc API. REST: ${origin}/v1 (header X-API-Key, such as svc-key-ada-admin; list_records of api_keys has them). ` +
    `Realtime: ${origin.replace(/^http/, 'ws')}/v1/realtime (JSON-RPC 2.0). For work of your own create_world first, give its id as \`world\` to other tools, and send requests to its base_url. ` +
    'World time stands still until set_clock advances it. add_trigger makes faults, list_journal and verify say what was received, list_clauses is the contract, get_coverage what of it was exercised.'
  )
}
