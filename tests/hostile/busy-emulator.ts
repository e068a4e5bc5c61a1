import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const SCHEDULES = 20

/** An emulator in which a piece of work for each schedule falls due every minute. */
export function busyEmulator(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator(options)
  for (let n = 0; n < SCHEDULES; n++)
    emulator.world.schedules.insert({ org: 'acme', alias: `busy-${n}`, definition: 'report', every_seconds: 60 })
  return emulator
}

export async function makeAsk(
  emulator: Emulator,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: { now: string; message: string } }> {
  const answer = await emulator.fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as never }
}
