import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort, untilFirst200 } from '../harness/first-answer.ts'
import { quantile, type Bench, type Measure } from '../harness/measure.ts'
import { userProject } from '../harness/project.ts'

const built = resolve('executable/svc-emulator')

/** The single executable, which it builds. */
export const bench: Bench = {
  about:
    'The single executable (`npm run executable`): its size, most of which is Node, and the wait from its start to its first answer, beside the package.',
  async run({ quick }) {
    execFileSync('npm', ['run', 'executable'], { stdio: 'ignore' })
    const folder = userProject()
    const sides: readonly [what: string, command: string, took: number[]][] = [
      ['executable: start to first answer', built, []],
      ['node_modules/.bin/svc-emulator: start to first answer', join(folder, 'node_modules/.bin/svc-emulator'), []],
    ]
    for (let round = 0; round < (quick ? 2 : 10); round++)
      for (const [, command, took] of sides) {
        const port = await freePort()
        const words = ['start', '--log', 'silent', '--port', String(port)]
        took.push(await untilFirst200(command, words, { port, path: '/v1/users/me', folder }))
      }
    const megabytes = (file: string): number => statSync(file).size / 1e6
    return [
      {
        what: 'executable: size',
        value: megabytes(built),
        unit: 'MB',
        detail: `Node ${megabytes(process.execPath).toFixed(0)} MB`,
      },
      ...sides.map(([what, , took]): Measure => ({ what, value: quantile(took, 0.25), unit: 'ms' })),
    ]
  },
}
