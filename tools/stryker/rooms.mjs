/**
 * What is mutated, and the tests that answer for it: those beside the code, then what goes through the whole emulator. Every test reaches
 * the world, so its slow tests are asked only about mutants that few tests reach.
 */
const conformance = 'tests/conformance/{direct,marks/marks}.test.ts'
const kernel = ['emulator/engine/kernel/**/*.test.ts', conformance]
/** What a change of a request, the time that it takes, and a planted mistake do to it. */
const around = [
  'emulator/engine/triggers/{changes,triggers}.test.ts',
  'emulator/engine/world/clock.test.ts',
  'emulator/host/broken/break-answer.test.ts',
]
const world = ['emulator/engine/world/**/!(advance|references.property).test.ts', conformance]
/** The files of the world by what they do; `world` is the others. */
const indexes = 'btree|range|table-index|unique-index'
const loading = 'aliases|arrange|bounds|bytes|generate|generate-problems|import|load|prepared|put-records|taken'
const clock = 'clock|pending'
const ids = 'ids|vary-ids'
const besideWorld = [
  'emulator/engine/world/{advance,bytes,clock,collection,described-settings,export,put-records,world,world.property}.test.ts',
  'emulator/engine/trace/{trace,undo}.test.ts',
  'emulator/engine/triggers/triggers.test.ts',
  'emulator/host/fixtures/base-worlds.test.ts',
]
const besideRecords = [
  'emulator/engine/world/{arrange,cascade,collection,counts.property,definition,history,load,references,references.property,row,table-index,vary-ids,world,world.property}.test.ts',
  'tools/build/starter-world.test.ts',
]
const records = 'cascade|collection|definition|history|references|row|stored-id|table'

/** Share of a property's cases that is tried where a room names no other: a mutant is looked for thousands of times. */
export const usualCases = 0.2

export const rooms = {
  access: { code: 'emulator/service/access', tests: ['emulator/service/access/**/*.test.ts', conformance] },
  credentials: {
    code: 'cli/credentials',
    tests: ['cli/credentials/**/*.test.ts', 'cli/svc/**/*.test.ts', 'cli/svc-worker/{pin,start}.test.ts'],
  },
  kernel: { code: 'emulator/engine/kernel/*.ts', tests: [...kernel, ...around] },
  'kernel/unit': { code: 'emulator/engine/kernel/unit', tests: [...kernel, 'tests/conformance/unit-errors.test.ts'] },
  'kernel/rest': { code: 'emulator/engine/kernel/rest', tests: kernel },
  'kernel/realtime': {
    code: 'emulator/engine/kernel/realtime',
    tests: [...kernel, ...around, 'tests/conformance/socket-faults-direct.test.ts', 'emulator/host/call-order.test.ts'],
  },
  'kernel/unspecified': {
    code: 'emulator/engine/kernel/unspecified',
    tests: ['emulator/engine/kernel/**/*.test.ts', 'tests/conformance/{direct,vary,marks/marks}.test.ts'],
  },
  world: {
    code: `emulator/engine/world/!(${clock}|${ids}|${indexes}|${loading}|${records}).ts`,
    tests: besideWorld,
    slowTestsBelow: 20,
  },
  'world/clock': {
    code: `emulator/engine/world/@(${clock}).ts`,
    tests: ['emulator/engine/world/**/{clock,defaults}.test.ts'],
  },
  'world/ids': { code: `emulator/engine/world/@(${ids}).ts`, tests: ['emulator/engine/world/{ids,vary-ids}.test.ts'] },
  'world/indexes': {
    code: `emulator/engine/world/@(${indexes}).ts`,
    tests: [
      'emulator/engine/world/{btree.property,counts.property,table-index,unique-index,collection,world.property}.test.ts',
    ],
    cases: 0.05,
  },
  'world/loading': {
    code: `emulator/engine/world/@(${loading}).ts`,
    tests: [
      'emulator/engine/world/{arrange,bounds,bytes,collection,export,generate,load,prepared,put-records}.test.ts',
      'emulator/engine/world/migrations/*.test.ts',
      'tools/build/starter-world.test.ts',
    ],
  },
  'world/records': {
    code: `emulator/engine/world/@(${records}).ts`,
    tests: [...besideRecords, 'emulator/engine/trace/{trace,undo,trace.property}.test.ts'],
    slowTestsBelow: 20,
  },
  'world/tables': {
    code: 'emulator/engine/world/tables',
    tests: [
      ...world,
      'emulator/service/revisions/create-revision.test.ts',
      'emulator/service/operations/finish-operation.test.ts',
    ],
    slowTestsBelow: 20,
  },
  'world/migrations': { code: 'emulator/engine/world/migrations', tests: world, slowTestsBelow: 20 },
}

/** The room that this process is for. */
export function chosen() {
  return rooms[process.env['STRYKER_ROOM']]
}
