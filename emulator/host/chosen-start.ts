import { lostNumbers } from '../engine/checking/lost-number.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { meetings } from '../engine/coverage/meetings.ts'
import { readLabOrder } from '../engine/world/lab-order.ts'
import type { Chaos } from '../engine/triggers/chaos.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import type { ScenarioSource, StartedWorld, StartOptions } from './create-world.ts'
import { resolveFixtures } from './fixtures/shipped.ts'
import { ownCommand } from '../engine/checking/own-command.ts'

/** Names a scenario or a state in JSON that every emulator of a process begins with, in place of what it would begin with. */
export const FROM_VARIABLE = 'SVC_EMULATOR_FROM'
/** Start of an emulator, as processes of the lab note it: `{start: …}`. */
export interface NotedStart extends Pick<StartedWorld, 'section' | 'fixtures'> {
  readonly triggers: readonly unknown[]
  readonly chaos?: Chaos
  /** Options that act as triggers. */
  readonly acting?: Acting
}

type Acting = Pick<StartOptions, 'delay' | 'rateLimit' | 'chaos'>

/** Fields of a process that are used here; a browser has no process. */
interface ProcessWithEnv {
  readonly env?: Readonly<Record<string, string | undefined>>
  getBuiltinModule?(name: 'node:fs'): {
    readFileSync(file: string, encoding: 'utf8'): string
  }
}

const { process } = globalThis as { process?: ProcessWithEnv }

/**
 * Options whose world is that of the file which a variable names, or the one that the lab gives to this process; as they
 * are without. Throws `EmulatorError` where it cannot be read.
 */
export function withChosenStart<Options extends StartOptions>(options: Options): Options {
  const named = readNamed()
  const chosen = named ?? readLabOrder().start
  if (chosen === undefined) return options
  const { scenario: _scenario, fixtures: _fixtures, seed: _seed, settings: _settings, ...rest } = options
  const { state: _state, start: _start, facts: _facts, ...own } = rest
  // A state of the lab has their triggers, or is without them.
  const { delay: _delay, rateLimit: _rateLimit, chaos: _chaos, ...calm } = own
  const isWhole = named === undefined && 'svc_emulator_state' in chosen
  return { ...(isWhole ? calm : own), ...asStart(chosen) } as unknown as Options
}

function readNamed(): object | undefined {
  const file = process?.env?.[FROM_VARIABLE]
  if (file === undefined || file === '') return undefined
  const fs = process?.getBuiltinModule?.('node:fs')
  if (fs === undefined) throw new EmulatorError(`${FROM_VARIABLE}: nothing here can read the file ${file}`)
  return parse(file, fs.readFileSync(file, 'utf8'))
}

function asStart(start: object): { state: object } | { scenario: ScenarioSource } {
  if ('svc_emulator_state' in start) return { state: start }
  const scenario = start as ScenarioSource['scenario']
  const { fixtures = ['starter'] } = (scenario.world ?? {}) as { fixtures?: readonly (string | FixtureDocument)[] }
  return { scenario: { scenario, fixtures: resolveFixtures(fixtures) } }
}

function parse(file: string, text: string): object {
  const advice = `expected a scenario or a state in JSON; ${ownCommand} exec --from ${file} hands on any`
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new EmulatorError(`${FROM_VARIABLE}: ${file} is no JSON: ${advice}`)
  }
  for (const { path, message } of lostNumbers(text))
    throw new EmulatorError(`${FROM_VARIABLE}: ${file}: ${[...path, message].join(': ')}`)
  if (isObject(document) && ('scenario' in document || 'svc_emulator_state' in document)) return document
  throw new EmulatorError(`${FROM_VARIABLE}: ${file} is neither a scenario nor a state: ${advice}`)
}

/**
 * Notes how an emulator began, where the lab asks for it, and gives that again. Not noted are a state, which is no
 * scenario, and a start that was chosen.
 */
export function noteStart<Start extends { readonly world: StartedWorld | undefined }>(
  start: Start,
  { scenario, delay, rateLimit, chaos: given }: StartOptions,
  isChosen: boolean,
): Start {
  if (meetings === undefined || start.world === undefined || isChosen) return start
  const { triggers = [], chaos } = scenario?.scenario ?? {}
  const acting = {
    ...(delay !== undefined && { delay }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(given !== undefined && { chaos: given }),
  }
  const isCalm = Object.keys(acting).length === 0
  const noted = { ...start.world, triggers, ...(chaos !== undefined && { chaos }), ...(!isCalm && { acting }) }
  meetings.note({ start: noted satisfies NotedStart })
  return start
}
