import { posix } from 'node:path'

// Folders of resources; a unit is a file in one of them.
export const resources = [
  'users', 'orgs', 'members', 'api-keys', 'credentials', 'blobs', 'revisions', 'metadata', 'models', 'operations', 'workflow', 'scheduler',
]

/** The floors of the house, lowest first: a file imports from its own floor and from those below, types included. */
export const floors = [
  ['contract', 'emulator/contract/', 'emulator/diagnostics/', 'emulator/version.ts'],
  ['world', 'emulator/world/'],
  ['format', 'emulator/format/'],
  ['faults', 'emulator/faults/'],
  ['coverage', 'emulator/coverage/'],
  ['triggers', 'emulator/triggers/'],
  ['journal', 'emulator/journal/'],
  ['trace', 'emulator/trace/'],
  ['kernel', 'emulator/kernel/'],
  ['access', 'emulator/access/'],
  ['resources', ...resources.map((name) => `emulator/${name}/`)],
  ['catalog', 'emulator/catalog.ts'],
  ['documents', 'emulator/documents/'],
  ['fixtures', 'emulator/fixtures/'],
  ['broken', 'emulator/broken/'],
  ['host', 'emulator/host/'],
  ['control client', 'emulator/control-client/'],
  ['scenario', 'emulator/scenario/'],
  ['control', 'emulator/control/'],
  ['mutation', 'emulator/mutation/'],
  ['explore', 'emulator/explore/'],
  ['public surface', 'emulator/create-emulator.ts', 'emulator/extras.ts', 'emulator/index.ts'],
  ['transports', 'emulator/transports/'],
  ['testing', 'emulator/testing/', 'emulator/conformance/'],
  ['commands', 'cli/'],
]

/** The floor of a file, from 0; undefined for what is not part of the house. */
export function floorOf(path) {
  const floor = floors.findIndex(([, ...places]) => places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place))))
  return floor < 0 ? undefined : floor
}

const isTest = (path) => /\.(?:test|case)\.ts$|(?:^|\/)testing\.ts$|^emulator\/(?:conformance|testing\/sample)\//.test(path)

/** What is wrong with an import; undefined where nothing is. Tests may stand on every floor. */
export function floorProblem(from, specifier) {
  if (isTest(from) || !specifier.startsWith('.')) return undefined
  if (!from.startsWith('emulator/') && !from.startsWith('cli/')) return undefined
  const own = floorOf(from)
  if (own === undefined) return `This file has no floor: give its folder one in scripts/lint/floors.mjs.`
  const target = posix.join(posix.dirname(from), specifier)
  const other = floorOf(target)
  if (other === undefined || other <= own) return undefined
  return `Imports go down: ${floors[own][0]} may not import from ${floors[other][0]} (${target}). What is above is handed in.`
}
