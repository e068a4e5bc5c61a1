import { posix } from 'node:path'

// Folders of resources; a unit is a file in one of them.
export const resources = [
  'users',
  'orgs',
  'members',
  'api-keys',
  'credentials',
  'blobs',
  'revisions',
  'metadata',
  'models',
  'operations',
  'workflow',
  'scheduler',
]

/** The floors of the house, lowest first: a file imports from its own floor and from those below, types included. */
export const floors = [
  ['contract', 'emulator/contract/'],
  ['engine/checking', 'emulator/engine/checking/'],
  ['engine/world', 'emulator/engine/world/'],
  ['engine/matching', 'emulator/engine/matching/'],
  ['engine/faults', 'emulator/engine/faults/'],
  ['engine/coverage', 'emulator/engine/coverage/'],
  ['engine/triggers', 'emulator/engine/triggers/'],
  ['engine/journal', 'emulator/engine/journal/'],
  ['engine/trace', 'emulator/engine/trace/'],
  ['engine/kernel', 'emulator/engine/kernel/'],
  ['service/access', 'emulator/service/access/'],
  ['service', ...resources.map((name) => `emulator/service/${name}/`)],
  ['service/catalog', 'emulator/service/catalog.ts'],
  ['host/facts', 'emulator/host/facts/'],
  ['host/documents', 'emulator/host/documents/'],
  ['host/fixtures', 'emulator/host/fixtures/'],
  ['host/variants', 'emulator/host/variants/'],
  ['host', 'emulator/host/'],
  ['scenario/reports', 'emulator/scenario/reports/'],
  ['scenario/control-client', 'emulator/scenario/control-client/'],
  ['scenario', 'emulator/scenario/'],
  ['lab/engine', 'emulator/lab/engine/'],
  ['lab/runners', 'emulator/lab/runners/'],
  ['lab/subjects', 'emulator/lab/subjects/'],
  ['lab/mutation', 'emulator/lab/mutation/'],
  ['lab/explore', 'emulator/lab/explore/'],
  ['lab/drift', 'emulator/lab/drift/'],
  ['lab/permissions', 'emulator/lab/permissions/'],
  ['lab/questions', 'emulator/lab/questions/'],
  ['lab/shrink', 'emulator/lab/shrink/'],
  ['lab/pull', 'emulator/lab/pull/'],
  ['lab', 'emulator/lab/'],
  ['adapters/control', 'emulator/adapters/control/'],
  ['public surface', 'emulator/index.ts', 'emulator/adapters/create-emulator.ts'],
  ['adapters', 'emulator/adapters/'],
  ['adapters/testing', 'emulator/adapters/testing/'],
  ['cli', 'cli/'],
]

/** The floor of a file, from 0, by the longest place that holds it; undefined for what is not part of the house. */
export function findFloor(path) {
  let found = { floor: undefined, length: 0 }
  for (const [floor, [, ...places]] of floors.entries()) {
    for (const place of places) {
      const holds = path === place || (place.endsWith('/') && path.startsWith(place))
      if (holds && place.length > found.length) found = { floor, length: place.length }
    }
  }
  return found.floor
}

const isTest = (path) => /\.test\.ts$|^emulator\/adapters\/testing\/sample\//.test(path)

/** Problem of an import; undefined if it is allowed. Tests may import from every floor. */
export function floorProblem(from, specifier) {
  if (isTest(from) || !specifier.startsWith('.')) return undefined
  if (!from.startsWith('emulator/') && !from.startsWith('cli/')) return undefined
  const own = findFloor(from)
  if (own === undefined) return `This file has no floor: give its folder one in tools/lint/floors.mjs.`
  const target = posix.join(posix.dirname(from), specifier)
  const other = findFloor(target)
  if (other === undefined || other <= own) return undefined
  return `Imports go down: ${floors[own][0]} may not import from ${floors[other][0]} (${target}). What is above is handed in.`
}
