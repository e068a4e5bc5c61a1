/** Makes a scenario of an archive, which an emulator answers. */
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { plural } from '../../engine/checking/plural.ts'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { NamedKey, NamedKeys } from '../../engine/matching/schema-keys.ts'
import { uuidsIn } from '../record/fields.ts'
import { recordScenario } from '../record/record-scenario.ts'
import { nameOfRun } from '../run-bundle.ts'
import type { Scenario } from '../schema.ts'
import type { Step } from '../schema-steps.ts'
import { describeLeftOut } from './left-out.ts'
import { readArchive, type Archive, type ArchiveDocument } from './read-archive.ts'
import { withCredentials } from './with-credentials.ts'

export interface ArchiveFrame {
  /** Name of the archive, for messages. */
  readonly file: string
  /** Name of the scenario. Default: from that of the archive. */
  readonly name?: string
  /** Hosts of the API, with or without base paths. Default: the host that most requests fit. */
  readonly hosts?: readonly string[]
}

export interface ArchiveScenario {
  readonly scenario: Scenario
  /** Remarks that a reader of the scenario needs, one sentence each. */
  readonly notes: readonly string[]
  /** Parts of the archive that are not in the scenario, one line each. */
  readonly leftOut: readonly string[]
}

/**
 * Makes a scenario of the requests to the API in an archive. Steps expect status and error alone,
 * because an emulator has other records than the server of the archive. Throws `EmulatorError` for a document that
 * is none, if no request went to the API, or if several hosts fit equally well.
 */
export function scenarioOfArchive(
  document: ArchiveDocument,
  { file, name, hosts = [] }: ArchiveFrame,
): ArchiveScenario {
  const archive = readArchive(document, file, hosts)
  const read = describeLeftOut(archive.leftOut, file)
  checkArchive(archive, file, read)
  const recorded = recordScenario(withCredentials(archive.exchanges), {
    name: name ?? nameOfRun(file.replace(/\.[^.]*$/, '')),
    about: `Requests to ${archive.addresses.join(' and ')} in ${file}.`,
    world: hostOf(createEmulator()).world,
    expects: 'verdict',
  })
  const { keys, ...rest } = recorded.scenario
  const scenario = keys === undefined ? rest : { ...rest, keys: describeKeys(keys, rest.steps) }
  return {
    scenario,
    notes: listNotes(scenario, keys ?? {}),
    leftOut: [...read, ...recorded.leftOut.map(({ reason }) => `a request of ${file}: ${reason}`)],
  }
}

function checkArchive({ exchanges, equal }: Archive, file: string, leftOut: readonly string[]): void {
  if (equal.length > 0)
    throw new EmulatorError(
      `${file}: equally many requests fit the APIs at ${equal.join(' and ')}: choose one with record --from ${file} --host`,
    )
  if (exchanges.length > 0) return
  const why = leftOut.length === 0 ? 'it has no requests' : `left out are ${leftOut.join('; ')}`
  throw new EmulatorError(`${file}: no request to the API can be read from it: ${why}`)
}

/** Gives keys that the starter world does not have to its administrator, so that the emulator knows them. */
function describeKeys(keys: NamedKeys, steps: Scenario['steps'] = []): NamedKeys {
  const bearers = new Set(
    steps.flatMap((step) => ('as' in step && typeof step.as === 'object' && 'bearer' in step.as ? step.as.bearer : [])),
  )
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => {
      if (!isUnknown(key)) return [name, key]
      return [name, bearers.has(name) ? { kind: 'token', user: 'ada' } : { user: 'ada', role: 'admin' }]
    }),
  )
}

function isUnknown(key: NamedKey): boolean {
  return Object.keys(key).length === 0
}

function listNotes({ steps = [] }: Scenario, keys: NamedKeys): string[] {
  const others = Object.keys(keys).filter((name) => isUnknown(keys[name]!))
  const silent = steps.filter((step) => !('expect' in step)).length
  const foreign = steps.filter(namesForeign).length
  return [
    'steps expect the status and error of the archive, not the content: the emulator has other records',
    'a first replay may differ from the archive, where that rests on records or failures of its server',
    ...(foreign > 0
      ? [
          `${plural(foreign, 'step')} ${foreign === 1 ? 'names' : 'name'} ids of records that no answer before gave: add them under world`,
        ]
      : []),
    ...(silent > 0
      ? [`${plural(silent, 'step')} ${silent === 1 ? 'expects' : 'expect'} nothing: the archive has no answer`]
      : []),
    ...(others.length > 0
      ? [`the archive does not say whose ${others.join(' and ')} was: here it is that of Ada`]
      : []),
  ]
}

/** True for a step whose request names an id that is not from an earlier answer. */
function namesForeign(step: Step): boolean {
  const { expect: _expected, ...request } = step as { readonly expect?: unknown }
  return uuidsIn(JSON.stringify(request)).length > 0
}
