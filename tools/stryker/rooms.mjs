/** What is mutated, and the tests that answer for it. */
const model = 'tests/model/*.test.ts'
const conformance = 'emulator/conformance/{direct,marks/marks}.test.ts'
export const rooms = {
  access: { code: 'emulator/access', tests: ['emulator/access/**/*.test.ts', conformance] },
  credentials: { code: 'cli/credentials', tests: ['cli/credentials/**/*.test.ts', 'cli/svc/**/*.test.ts', 'cli/svc-worker/{pin,start}.test.ts'] },
  world: { code: 'emulator/world', tests: ['emulator/world/**/*.test.ts', model, conformance] },
  'kernel/unit': { code: 'emulator/kernel/unit', tests: ['emulator/kernel/**/*.test.ts', model, conformance] },
  'kernel/rest': { code: 'emulator/kernel/rest', tests: ['emulator/kernel/**/*.test.ts', model, conformance] },
  'kernel/realtime': { code: 'emulator/kernel/realtime', tests: ['emulator/kernel/**/*.test.ts', model, conformance] },
  'kernel/unspecified': { code: 'emulator/kernel/unspecified', tests: ['emulator/kernel/**/*.test.ts', 'emulator/conformance/{direct,vary,marks/marks}.test.ts'] },
}

/** The room that this process is for. */
export function chosen() {
  return rooms[process.env['STRYKER_ROOM']]
}
