import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, untilFirst200 } from '../harness/first-answer.ts'
import { quantile, type Bench, type Measure } from '../harness/measure.ts'
import { userProject } from '../harness/project.ts'

/** A server at hand, from the line that is typed to its first answer. */
export const bench: Bench = {
  about:
    'From the typed command to the first answer, in a project that has the package: through npx, from node_modules/.bin, and json-server.',
  async run({ quick }) {
    const folder = userProject()
    const bin = join(folder, 'node_modules/.bin')
    writeFileSync(join(folder, 'db.json'), '{ "users": [{ "id": "me", "alias": "ada" }] }')
    const ours = ['start', '--log', 'silent', '--port']
    const sides: readonly [what: string, command: string, args: readonly string[], path: string, took: number[]][] = [
      ['npx svc-emulator', 'npx', ['--offline', 'svc-emulator', ...ours], '/v1/users/me', []],
      ['node_modules/.bin/svc-emulator', join(bin, 'svc-emulator'), ours, '/v1/users/me', []],
      [
        'peer: node_modules/.bin/json-server',
        join(bin, 'json-server'),
        ['db.json', '--quiet', '--port'],
        '/users/me',
        [],
      ],
    ]
    for (let round = 0; round < (quick ? 2 : 10); round++) {
      for (const [, command, args, path, took] of sides) {
        const port = await freePort()
        took.push(await untilFirst200(command, [...args, String(port)], { port, path, folder }))
      }
    }
    return sides.map(([what, , , , took]): Measure => ({ what, value: quantile(took, 0.25), unit: 'ms' }))
  },
}
