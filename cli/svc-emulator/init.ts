import { ownCommand } from '../../emulator/engine/checking/own-command.ts'
import { quoted } from '../../emulator/scenario/run/words.ts'
import { command } from '../shared/command.ts'

/** `svc-emulator init`: writes a starter scenario and test. */
export const init = command({
  path: ['init'],
  about: 'Write a first scenario with comments, and a vitest test that uses it. Existing files are not overwritten.',
  positionals: [
    {
      name: 'dir',
      about: 'Folder to write to, created if it does not exist (default the current folder)',
      optional: true,
    },
  ],
  flags: {},
  examples: [
    ['svc-emulator init', 'Write to the current folder'],
    ['svc-emulator init test/svc', 'Write to another folder'],
  ],
  async run({ positionals }) {
    const { writeStarters } = await import('./write-starters.ts')
    const { installedVersion } = await import('./installed-version.ts')
    const folder = positionals[0] ?? '.'
    const files = await writeStarters(folder)
    const [first, test] = files.map(quoted)
    return {
      lines: [
        ...files.map((file) => `wrote ${file}`),
        '',
        `${ownCommand} replay ${first}`,
        `${ownCommand} start ${first}`,
        ...(test === undefined
          ? ['No test was written: one for vitest needs the package, and this is the single executable.']
          : [
              ...(installedVersion('vitest', folder) === null ? ['npm install --save-dev vitest'] : []),
              `npx vitest run ${test}`,
            ]),
      ],
      payload: { files },
    }
  },
})
