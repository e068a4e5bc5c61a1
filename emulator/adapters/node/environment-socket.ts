/** An environment over a WebSocket, in the messages of OpenEnv: one episode at a time for each connection. */
import * as v from 'valibot'
import type { WebSocket } from 'ws'
import { boundedParse } from '../../engine/checking/bounded-parse.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { problemsFrom } from '../../engine/checking/issues.ts'
import { lostNumbers } from '../../engine/checking/lost-number.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { fields } from '../../engine/checking/strict.ts'
import { Emulator } from '../../host/emulator.ts'
import type { Instance } from '../../host/instance.ts'
import { Environment } from '../../scenario/environment/environment.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

const resetSchema = fields({
  seed: v.nullish(v.pipe(v.number(), v.safeInteger())),
  episode_id: v.nullish(v.pipe(v.string(), v.maxLength(255))),
  max_steps: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
})

const types = ['reset', 'step', 'state', 'close'] as const

/** A message that is refused, with the code that OpenEnv has for the reason. */
class Refused extends Error {
  readonly code: 'INVALID_JSON' | 'UNKNOWN_TYPE' | 'VALIDATION_ERROR'

  constructor(code: Refused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Serves episodes in forks of the start of a world. Closes the socket of a world whose scenario is no task. */
export function serveEnvironment(instance: Instance, webSocket: WebSocket): void {
  const send = (type: string, data: object): void => webSocket.send(JSON.stringify({ type, data }))
  // The library itself answers a broken frame.
  webSocket.on('error', () => {})
  let environment: Environment
  try {
    environment = makeEnvironment(instance)
  } catch (error) {
    send('error', { code: 'FACTORY_ERROR', message: (error as Error).message })
    return webSocket.close(1011, 'there is no environment')
  }
  let last = Promise.resolve()
  webSocket.on('message', (data) => {
    last = last.then(async () => {
      try {
        const answer = await answerMessage(environment, String(data))
        if (answer === undefined) webSocket.close(1000)
        else send(answer.type, answer.data)
      } catch (error) {
        send('error', { code: findCode(error), message: (error as Error).message })
      }
    })
  })
  webSocket.on('close', () => environment.close())
}

function makeEnvironment(instance: Instance): Environment {
  const { source } = instance.start
  if (source === undefined)
    throw new EmulatorError(
      `this world did not begin with a scenario: start the server with one (${ownCommand} start task.yaml)`,
    )
  // The start holds what `loadScenario` gave.
  return new Environment(new Emulator(instance.fork({ from: 'start' })), source.scenario as Scenario)
}

/** The answer to a message; undefined for one that says goodbye. Throws for one that is refused. */
async function answerMessage(
  environment: Environment,
  text: string,
): Promise<{ type: string; data: object } | undefined> {
  const { type, data } = readMessage(text)
  switch (type) {
    case 'reset':
      return { type: 'observation', data: reset(environment, data ?? {}) }
    case 'step':
      return { type: 'observation', data: await environment.step(data as never) }
    case 'state':
      return { type: 'state', data: environment.state() }
    case 'close':
      return undefined
    default:
      throw new Refused(
        'UNKNOWN_TYPE',
        `expected a type of ${types.join(', ')}, got ${JSON.stringify(type)}${didYouMean(String(type), types)}`,
      )
  }
}

function readMessage(text: string): { readonly type?: unknown; readonly data?: unknown } {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch (error) {
    throw new Refused('INVALID_JSON', `the message is not valid JSON: ${(error as Error).message}`)
  }
  for (const { path, message: why } of lostNumbers(text))
    throw new Refused('VALIDATION_ERROR', [...path, why].join(': '))
  if (isObject(message)) return message
  throw new Refused('VALIDATION_ERROR', 'expected an object such as {"type":"reset","data":{"seed":1}}')
}

function reset(environment: Environment, data: unknown): object {
  const parsed = boundedParse(resetSchema, data)
  if (!parsed.success) throw new EmulatorError(problemsFrom(parsed, resetSchema))
  const { seed, episode_id: episodeId, max_steps: maxSteps } = parsed.output
  return environment.reset(seed ?? undefined, { episodeId: episodeId ?? undefined, maxSteps: maxSteps ?? undefined })
}

function findCode(error: unknown): string {
  if (error instanceof Refused) return error.code
  return error instanceof EmulatorError && error.problems.length > 0 ? 'VALIDATION_ERROR' : 'EXECUTION_ERROR'
}
