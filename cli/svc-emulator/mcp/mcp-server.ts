import { shortened } from '../../../emulator/contract/shortened.ts'
import { VERSION } from '../../../emulator/contract/version.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import { percentDecoded } from '../../../emulator/engine/checking/percent-decoded.ts'
import { ClientError } from '../../shared/client-error.ts'
import { AgentWorld, type Controlled } from './agent-world.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, writeAnswer } from './answer.ts'
import { findSchema } from './schemas.ts'
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  Server,
} from './sdk.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** Circumstances of all calls of an agent. */
interface Serving {
  readonly controlled: Controlled
  /** A key that the emulator is known to have. */
  readonly knownKey: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly allowRun: boolean
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  /** Calls in progress. */
  readonly calls: Set<Promise<unknown>>
}

/** Creates the server of the protocol. */
export function createMcpServer(serving: Serving): Server {
  const { controlled, knownKey, calls } = serving
  const server = new Server(
    { name: 'svc-emulator', version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: writeInstructions(controlled.origin, knownKey) },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }, { signal }) => {
    const call = answerCall(serving, name, input, signal)
    calls.add(call)
    return call.finally(() => calls.delete(call))
  })
  serveSchemas(server, controlled)
  return server
}

function describeTool({ name, about, inputSchema, readOnly }: Tool) {
  return {
    name,
    description: about,
    inputSchema: inputSchema as { type: 'object' },
    ...(readOnly && { annotations: { readOnlyHint: true } }),
  }
}

async function answerCall(
  { controlled, env, allowRun, stopping }: Serving,
  name: string,
  input: Readonly<Record<string, unknown>>,
  given: AbortSignal,
) {
  const { limit = DEFAULT_LIMIT, world } = input as { limit?: number; world?: string }
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  for (const signal of [given, stopping]) signal.addEventListener('abort', stop)
  try {
    const call = { world: new AgentWorld(controlled, world), limit, signal: stopped.signal, env, allowRun }
    return answer(writeAnswer(await findTool(name).run(input, call), limit))
  } catch (error) {
    if (error instanceof EmulatorError || error instanceof ClientError)
      return { ...answer(shortened(error.message, MAX_REFUSAL)), isError: true }
    throw error
  } finally {
    for (const signal of [given, stopping]) signal.removeEventListener('abort', stop)
  }
}

/** Characters of a refusal: it may name fifty problems. */
const MAX_REFUSAL = 10_000

function answer(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}

function findTool(name: string): Tool {
  const tool = tools.find((each) => each.name === name)
  if (tool !== undefined) return tool
  const names = tools.map((each) => each.name)
  throw new EmulatorError(
    `there is no tool '${shortened(name, 100)}'${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
  )
}

const SCHEMAS = 'svc-emulator://schema/'

/** Serves schemas as resources. Agents without resources get them from the tool `clauses`. */
function serveSchemas(server: Server, controlled: Controlled): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: `${SCHEMAS}{name}`,
        name: 'schema',
        mimeType: 'application/json',
        description: 'JSON Schema of an endpoint (`POST /orgs`), a command, a table, or of a long input (`trigger`).',
      },
    ],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    if (!uri.startsWith(SCHEMAS))
      throw new EmulatorError(`there is no resource '${shortened(uri, 200)}', expected ${SCHEMAS}{name}`)
    const schema = await findSchema(new AgentWorld(controlled, undefined), percentDecoded(uri.slice(SCHEMAS.length)))
    return { contents: [{ uri, mimeType: 'application/json', text: writeAnswer(schema, MAX_LIMIT) }] }
  })
}

function writeInstructions(origin: string, knownKey: string | undefined): string {
  const keys =
    knownKey === undefined
      ? 'header X-API-Key: one of those that `arrange {"keys": {}}` lists'
      : `header X-API-Key: ${knownKey}; \`arrange {"keys": {}}\` lists all`
  return (
    `A deterministic emulator of the svc API, at ${origin}/v1 for your own programs (${keys}). ` +
    'Look: `arrange {}`. Try: `ask`. Make a `new_world` with `arrange` for work of your own, and give its id as `world` to other tools; arrange records, make a `fault`, move the `clock`, then `explain` what came and why. ' +
    '`clauses` is the contract, and has the schemas that the list of tools leaves out. `check` says what of it no request has shown yet. ' +
    `Each call does one thing: at most one field beside \`world\` and \`limit\` in arrange, fault, clock, explain and check. Answers have about ${DEFAULT_LIMIT} characters: \`next\` is the \`after\` of the rest, \`limit\` asks for more at once.`
  )
}
