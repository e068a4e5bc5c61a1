/**
 * Makes this machine busy, to show that tests do not depend on its speed: `node tools/load.mjs --seconds 300`, with the tests beside it.
 * Twenty busy loops and a writer of files, at the priority of everything else. Ends by itself, and with Ctrl-C.
 */
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, loops: { type: 'string', default: '20' } },
})
const [seconds, loops] = ['seconds', 'loops'].map((name) => {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= 1 && number <= 3_600) return number
  console.error(`load: --${name} takes an integer from 1 to 3600; it was '${values[name]}'`)
  return process.exit(2)
})

const ends = Date.now() + seconds * 1_000
const file = join(tmpdir(), `load-${process.pid}`)
const megabyte = Buffer.alloc(2 ** 20, 'x')
process.on('exit', () => rmSync(file, { force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

console.log(`load: ${loops} busy loops and a writer of files, for ${seconds} s`)
for (let n = 0; n < loops; n++) new Worker(`while (Date.now() < ${ends});`, { eval: true })
while (Date.now() < ends) await write(64)

/** Writes megabytes to a file, and waits until the disk has them. */
async function write(megabytes) {
  const handle = await open(file, 'w')
  for (let n = 0; n < megabytes; n++) await handle.write(megabyte)
  await handle.sync()
  await handle.close()
}
