import { ControlClient } from '../../../emulator/scenario/control-client/control-client.ts'
import { shortened } from '../../../emulator/contract/shortened.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import { startServer, realTime } from '../../../emulator/adapters/node/server.ts'
import { VERSION } from '../../../emulator/contract/version.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import type { McpSettings } from '../mcp.ts'
import { startOptions } from '../start-options.ts'
import { untilSignal } from '../until-signal.ts'
import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from './sdk.ts'
import { requestOf, tools } from './tools.ts'

/** UTF-16 units of an answer: more of it would fill what an agent can remember. */
const MAX_ANSWER = 120_000

interface Controlled {
  /** Where the server is, without a path. */
  readonly origin: string
  readonly controlToken: string | undefined
  close(): Promise<void>
}

/** Serves an agent until it closes stdin, or a signal comes. */
export async function serveMcp(settings: McpSettings, io: Io): Promise<void> {
  const stopped = untilSignal()
  const controlled =
    settings.target === undefined ? await started(settings) : await running(settings.target, settings.controlToken)
  try {
    const server = createMcpServer(controlled)
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve
      // What is no message is left out; one that is too long ends the transport.
      server.onerror = ({ message }) =>
        writeNote(io, `svc-emulator: what was sent is no message: ${shortened(message.replace(/\s+/g, ' '), 200)}`)
      // The transport does not notice that nobody writes any more.
      io.stdin.once('end', resolve)
      io.stdin.once('close', resolve)
    })
    await server.connect(new StdioServerTransport(io.stdin as NodeJS.ReadStream))
    await Promise.race([closed, stopped])
    await server.close()
  } finally {
    await controlled.close()
  }
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

function createMcpServer({ origin, controlToken }: Controlled): Server {
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
    const { method, path, json } = requestOf(tool, input)
    try {
      const { status, body } = await client.request(method, path, json)
      return status < 400
        ? { content: [{ type: 'text' as const, text: bounded(JSON.stringify(body)) }] }
        : failed(refusalText(body))
    } catch (error) {
      return failed(`the emulator at ${origin} does not answer: ${(error as Error).message}`)
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
