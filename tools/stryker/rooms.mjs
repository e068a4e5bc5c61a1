/**
 * What is mutated, and the tests that answer for it: those beside the code, then what goes through the whole emulator. Every test reaches
 * the world, so its slow tests are asked only about mutants that few tests reach.
 */
const conformance = 'emulator/conformance/{direct,marks/marks}.test.ts'
const kernel = ['emulator/kernel/**/*.test.ts', conformance]
/** What a change of a request, the time that it takes, and a planted mistake do to it. */
const around = ['emulator/triggers/{changes,triggers}.test.ts', 'emulator/world/clock.test.ts', 'emulator/broken/break-answer.test.ts']
const world = ['emulator/world/**/!(advance|references.property).test.ts', conformance]
/** The files of the world by what they do; `world` is the others. */
const indexes = 'btree|range|table-index|unique-index'
const loading = 'aliases|arrange|bounds|bytes|generate|generate-problems|import|load|prepared|put-records|taken'
const clock = 'clock|pending'
const ids = 'ids|vary-ids'
const besideWorld = ['emulator/world/{advance,bytes,clock,collection,described-settings,export,put-records,world,world.property}.test.ts', 'emulator/trace/{trace,undo}.test.ts', 'emulator/triggers/triggers.test.ts', 'emulator/fixtures/base-worlds.test.ts']
const besideRecords = ['emulator/world/{arrange,cascade,collection,counts.property,definition,history,load,references,references.property,row,table-index,vary-ids,world,world.property}.test.ts', 'scripts/build/starter-world.test.ts']
const records = 'cascade|collection|definition|history|references|row|stored-id|table'

/** Share of a property's cases that is tried where a room names no other: a mutant is looked for thousands of times. */
export const usualCases = 0.2

export const rooms = {
  access: { code: 'emulator/access', tests: ['emulator/access/**/*.test.ts', conformance] },
  credentials: { code: 'cli/credentials', tests: ['cli/credentials/**/*.test.ts', 'cli/svc/**/*.test.ts', 'cli/svc-worker/{pin,start}.test.ts'] },
  kernel: { code: 'emulator/kernel/*.ts', tests: [...kernel, ...around] },
  'kernel/unit': { code: 'emulator/kernel/unit', tests: [...kernel, 'emulator/conformance/unit-errors.test.ts'] },
  'kernel/rest': { code: 'emulator/kernel/rest', tests: kernel },
  'kernel/realtime': { code: 'emulator/kernel/realtime', tests: [...kernel, ...around, 'emulator/conformance/socket-faults-direct.test.ts', 'emulator/host/call-order.test.ts'] },
  'kernel/unspecified': { code: 'emulator/kernel/unspecified', tests: ['emulator/kernel/**/*.test.ts', 'emulator/conformance/{direct,vary,marks/marks}.test.ts'] },
  world: { code: `emulator/world/!(${clock}|${ids}|${indexes}|${loading}|${records}).ts`, tests: besideWorld, slowTestsBelow: 20 },
  'world/clock': { code: `emulator/world/@(${clock}).ts`, tests: ['emulator/world/**/{clock,defaults}.test.ts'] },
  'world/ids': { code: `emulator/world/@(${ids}).ts`, tests: ['emulator/world/{ids,vary-ids}.test.ts'] },
  'world/indexes': { code: `emulator/world/@(${indexes}).ts`, tests: ['emulator/world/{btree.property,counts.property,table-index,unique-index,collection,world.property}.test.ts'], cases: 0.05 },
  'world/loading': { code: `emulator/world/@(${loading}).ts`, tests: ['emulator/world/{arrange,bounds,bytes,collection,export,generate,load,prepared,put-records}.test.ts', 'emulator/world/migrations/*.test.ts', 'scripts/build/starter-world.test.ts'] },
  'world/records': { code: `emulator/world/@(${records}).ts`, tests: [...besideRecords, 'emulator/trace/{trace,undo,trace.property}.test.ts'], slowTestsBelow: 20 },
  'world/tables': { code: 'emulator/world/tables', tests: [...world, 'emulator/revisions/create-revision.test.ts', 'emulator/operations/finish-operation.test.ts'], slowTestsBelow: 20 },
  'world/migrations': { code: 'emulator/world/migrations', tests: world, slowTestsBelow: 20 },
}

/** The room that this process is for. */
export function chosen() {
  return rooms[process.env['STRYKER_ROOM']]
}
